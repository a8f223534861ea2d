// Made from the signal table by deploy/generate: do not edit. `per`: what a value is divided by to be in `unit`.
export const signals = {
  hrv: { name: "Heart rate variability", unit: "ms", per: 1 },
  nocturnalHeartRate: { name: "Heart rate at night", unit: "/min", per: 1 },
  restingHeartRate: { name: "Resting heart rate", unit: "/min", per: 1 },
  sleepDebt: { name: "Sleep debt", unit: "h", per: 3600 },
  steps: { name: "Steps", unit: "", per: 1 },
  respiratoryRate: { name: "Breathing rate", unit: "/min", per: 1 },
  stress: { name: "Stress", unit: "", per: 1 },
  energy: { name: "Energy", unit: "", per: 1 },
  sleepQuality: { name: "Sleep quality", unit: "", per: 1 },
  sentiment: { name: "Journal mood", unit: "", per: 1 },
};
