// Once a day the rings settle from yesterday's line to today's; "Breathe" moves them for a minute on a tap. Everything
// else about them is still. Without motion there are the words alone.

const SETTLE = 1200;
const IN = 4000;
const OUT = 6000;
const MINUTE = 60000;
const SEEN = "rings-day";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const NUMBER = /-?[\d.]+/g;

/** The path between the numbers of another one of the same commands and this one, at a share of the way. */
function between(from, path, share) {
  let index = -1;
  return path.replace(NUMBER, (to) => {
    index += 1;
    return (from[index] + (to - from[index]) * share).toFixed(1);
  });
}

/** True once for each day, and if the browser keeps nothing. */
function isNew(day) {
  try {
    const isSeen = localStorage.getItem(SEEN) === day;
    localStorage.setItem(SEEN, day);
    return !isSeen;
  } catch { return true; }
}

function settle(rings) {
  if (!rings.dataset.day || still.matches || document.hidden || !isNew(rings.dataset.day)) return;
  const paths = [...rings.querySelectorAll("path[data-from]")].map((path) => (
    { path, data: path.getAttribute("d"), from: path.dataset.from.match(NUMBER).map(Number) }));
  const start = performance.now();
  const step = (now) => {
    const passed = Math.min(1, Math.max(0, now - start) / SETTLE);
    const share = 1 - (1 - passed) ** 3;
    for (const { path, data, from } of paths) path.setAttribute("d", passed < 1 ? between(from, data, share) : data);
    if (passed < 1) requestAnimationFrame(step);
  };
  step(start);
}

let stop;

function breathe(button) {
  const rings = document.querySelector("svg.rings");
  const word = button.textContent;
  let timer;
  const say = (isIn) => {
    button.textContent = isIn ? button.dataset.in : button.dataset.out;
    timer = setTimeout(say, isIn ? IN : OUT, !isIn);
  };
  const end = setTimeout(() => stop(), MINUTE);
  stop = () => {
    clearTimeout(timer);
    clearTimeout(end);
    rings?.classList.remove("breathing");
    button.textContent = word;
    stop = undefined;
  };
  if (!still.matches) rings?.classList.add("breathing");
  say(true);
}

addEventListener("click", (event) => {
  const button = event.target.closest("button[data-in]");
  if (stop) stop();
  else if (button) breathe(button);
});
addEventListener("keydown", (event) => event.key === "Escape" && stop?.());
addEventListener("visibilitychange", () => document.hidden && stop?.());
addEventListener("pagehide", () => stop?.());

document.querySelectorAll("svg.rings").forEach(settle);
