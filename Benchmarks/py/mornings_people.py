"""Made-up people for mornings.py: their nights and days, and the posts with which their phones send them.

All of a person follows from the seed, so that a run can be repeated.
"""
import random
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
HISTORY = 60
# Mornings with a number from 0; the last one is that of the return.
MORNINGS = 30
AWAY = 30
RETURN = MORNINGS - 1 + AWAY
# Two weeks by day, two by night, and so on; in the history, too.
SHIFT = 14
ILL = range(12, 19)
BODY_LIMIT = timedelta(days=10)


def clamp(value, low, high):
    return max(low, min(high, value))


class Person:
    """Somebody with a device, `none`, `iphone` or `android`.

    `load` is what burdens a day, from about -2 to 2: it raises the heart rate of the night and stress, and lowers the
    rest.
    """

    def __init__(self, name, device, seed, first, *, works_shifts=False, falls_ill=False):
        self.name, self.device, self.first = name, device, first
        self.works_shifts, self.falls_ill = works_shifts, falls_ill
        dice = random.Random(f"{seed} {name}")
        self.load, value = {}, 0.0
        for number in range(-HISTORY - 1, RETURN + 1):
            value = 0.55 * value + dice.gauss(0, 0.75)
            self.load[number] = value
        self.seed = f"{seed} {name}"
        self.heart, self.hrv, self.breath = dice.uniform(50, 58), dice.uniform(38, 60), dice.uniform(13.5, 15.5)
        self.steps = dice.uniform(6500, 9500)
        # Shares of the mornings with a check-in.
        self.answering = 1.0 if device == "none" else 0.6

    def dice(self, number, what):
        return random.Random(f"{self.seed} {number} {what}")

    def day(self, number):
        return self.first + timedelta(days=number)

    def is_ill(self, number):
        return self.falls_ill and number in ILL

    def sleeps_by_day(self, number):
        return self.works_shifts and (number // SHIFT) % 2 == 1

    def opens(self, number):
        """When Today is opened."""
        clock = time(15, 40) if self.sleeps_by_day(number) else time(7, 30)
        return datetime.combine(self.day(number), clock, ZONE)

    def answers(self, number):
        """Stress, energy and sleep from 1 to 7; None on a morning without a check-in."""
        dice = self.dice(number, "answers")
        if dice.random() >= self.answering:
            return None
        load = self.load[number] + (1.8 if self.is_ill(number) else 0)

        def answer(middle, slope):
            return int(clamp(round(middle + slope * load + dice.gauss(0, 0.5)), 1, 7))

        return {"stress": answer(3.5, 1.1), "energy": answer(4.6, -1.1), "sleepQuality": answer(4.8, -1.0)}

    def completes(self, number):
        """Whether the suggestion of this morning is done."""
        return number % 4 == 2

    # The night that ends on the day.

    def night(self, number):
        """Stages as (name, start, end) and what was measured meanwhile."""
        dice = self.dice(number, "night")
        ill = self.is_ill(number)
        load = self.load[number] + (1.2 if ill else 0)
        if self.sleeps_by_day(number):
            start = datetime.combine(self.day(number), time(8, 40), ZONE) + timedelta(minutes=dice.gauss(0, 15))
            hours = clamp(6.1 - 0.3 * load + dice.gauss(0, 0.35), 4.2, 6.6)
        else:
            begins = datetime.combine(self.day(number - 1), time(22, 55), ZONE)
            start = begins + timedelta(minutes=clamp(dice.gauss(0, 22), -50, 40))
            hours = clamp(7.2 - 0.35 * load + dice.gauss(0, 0.4), 4.5, 7.6)
        start = start.replace(second=0, microsecond=0)
        end = start + timedelta(minutes=round(hours * 60))
        stages, at, cycle = [], start, 0
        while at < end:
            # Deep sleep becomes shorter over the night, REM longer.
            for stage, minutes in (
                ("core", 42), ("deep", max(4, 26 - 7 * cycle)), ("core", 12), ("rem", 8 + 6 * cycle),
                ("awake", 2 + (6 if ill else 0)),
            ):
                until = min(end, at + timedelta(minutes=max(2, round(minutes * dice.uniform(0.8, 1.2)))))
                if until > at:
                    stages.append((stage, at, until))
                at = until
            cycle += 1
        middle = self.heart + 2.2 * load + (7 if ill else 0)
        heart, at = [], start
        while at < end:
            share = (at - start) / (end - start)
            heart.append((at, round(middle + 6 * (share - 0.6) ** 2 * 4 + abs(dice.gauss(0, 1.6)), 1)))
            at += timedelta(minutes=6)
        quiet = [start + (end - start) * share for share in (0.2, 0.45, 0.7, 0.9)]
        hrv = clamp(self.hrv * (1 - 0.11 * load) - (10 if ill else 0), 12, 120)
        return {
            "start": start, "end": end, "stages": stages, "heart": heart,
            "hrv": [(at, round(hrv + dice.gauss(0, 3), 1)) for at in quiet],
            "breath": [(at, round(self.breath + 0.25 * load + (1.8 if ill else 0) + dice.gauss(0, 0.2), 1)) for at in quiet],
            "resting": (end, round(middle + 6 + dice.gauss(0, 1))),
        }

    def walked(self, number, until):
        """Steps of the hours of a day, as far as they are over."""
        dice = self.dice(number, "steps")
        total = self.steps * clamp(1 - 0.12 * self.load[number] + dice.gauss(0, 0.2), 0.2, 2)
        total *= 0.25 if self.is_ill(number) else 1
        hours = range(17, 24) if self.sleeps_by_day(number) else range(7, 22)
        for hour in hours:
            at = datetime.combine(self.day(number), time(hour), ZONE)
            if at + timedelta(hours=1) <= until:
                yield at, round(total / len(hours) * dice.uniform(0.5, 1.5))

    # Posts.

    def history(self, until):
        """The posts of the evening before the first morning, which tell the time at which they are sent."""
        step = BODY_LIMIT.days
        return [self.post(range(begin, min(begin + step, 0)), until) for begin in range(-HISTORY, 0, step)]

    def morning(self, number, until):
        """The post of a morning: yesterday and today."""
        return self.post(range(number - 1, number + 1), until)

    def post(self, numbers, until):
        nights = [night for night in map(self.night, numbers) if night["end"] <= until]
        steps = [hour for number in numbers for hour in self.walked(number, until)]
        return (self.auto_export if self.device == "iphone" else self.webhook)(nights, steps, until)

    @staticmethod
    def auto_export(nights, steps, until):
        """Health Auto Export, JSON version 2."""
        metrics = {}

        def clock(at):
            return at.astimezone(ZONE).strftime("%Y-%m-%d %H:%M:%S %z")

        def add(name, units, row, source="Watch"):
            metrics.setdefault(name, {"name": name, "units": units, "data": []})["data"].append({**row, "source": source})

        for night in nights:
            for stage, start, end in night["stages"]:
                hours = round((end - start).total_seconds() / 3600, 6)
                row = {"startDate": clock(start), "endDate": clock(end), "qty": hours}
                add("sleep_analysis", "hr", {**row, "value": {"rem": "REM"}.get(stage, stage.capitalize())})
            for at, value in night["heart"]:
                add("heart_rate", "count/min", {"date": clock(at), "Min": value, "Avg": value, "Max": value})
            for at, value in night["hrv"]:
                add("heart_rate_variability", "ms", {"date": clock(at), "qty": value})
            for at, value in night["breath"]:
                add("respiratory_rate", "count/min", {"date": clock(at), "qty": value})
            at, value = night["resting"]
            add("resting_heart_rate", "count/min", {"date": clock(at), "qty": value})
        for at, count in steps:
            add("step_count", "count", {"date": clock(at), "qty": count}, "Phone")
        return {"data": {"metrics": list(metrics.values())}}

    @staticmethod
    def webhook(nights, steps, until):
        """HC Webhook: a band's records from Health Connect; steps are one row a day."""
        numbers = {"awake": "1", "core": "4", "deep": "5", "rem": "6"}
        band = {
            "data_origin": "com.example.band", "recording_method": "automatically_recorded",
            "device": {"manufacturer": "Example", "model": "Band", "type": 6},
        }

        def clock(at):
            return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

        body = {"timestamp": clock(until), "app_version": "1.9.15"}

        def add(array, row):
            body.setdefault(array, []).append({**row, "metadata": band})

        for night in nights:
            seconds = int((night["end"] - night["start"]).total_seconds())
            stages = [
                {
                    "stage": numbers[stage], "start_time": clock(start), "end_time": clock(end),
                    "duration_seconds": int((end - start).total_seconds()),
                } for stage, start, end in night["stages"]]
            add("sleep", {"session_end_time": clock(night["end"]), "duration_seconds": seconds, "stages": stages})
            for at, value in night["heart"]:
                add("heart_rate", {"bpm": round(value), "time": clock(at)})
            for at, value in night["hrv"]:
                add("heart_rate_variability", {"rmssd_millis": value, "time": clock(at)})
            for at, value in night["breath"]:
                add("respiratory_rate", {"rate": value, "time": clock(at)})
            at, value = night["resting"]
            add("resting_heart_rate", {"bpm": value, "time": clock(at)})
        days = {}
        for at, count in steps:
            days[at.date()] = days.get(at.date(), 0) + count
        for day, count in days.items():
            midnight = datetime.combine(day, time(), ZONE)
            ends = min(datetime.combine(day + timedelta(days=1), time(), ZONE), until)
            body.setdefault("steps", []).append({"count": count, "start_time": clock(midnight), "end_time": clock(ends)})
        return body


def people(seed, first):
    return [
        Person("No watch", "none", seed, first),
        Person("iPhone with watch", "iphone", seed, first),
        Person("Android phone", "android", seed, first),
        Person("Shift worker", "iphone", seed, first, works_shifts=True),
        Person("Ill for a week", "iphone", seed, first, falls_ill=True),
    ]
