"""Writes an Apple Health export of the last thirty days, of a made-up person, to the file that is named."""
import datetime
import random
import sys

random.seed(1)
day = datetime.datetime.now().replace(hour=0, minute=0, second=0, microsecond=0) - datetime.timedelta(days=30)
with open(sys.argv[1], "w") as out:

    def record(kind, unit, value, start, end):
        unit = f' unit="{unit}"' if unit else ""
        start, end = (time.strftime("%Y-%m-%d %H:%M:%S +0100") for time in (start, end))
        out.write(
            f' <Record type="{kind}" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch&gt;"{unit} startDate="{start}" endDate="{end}" value="{value}"/>\n')

    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n')
    for number in range(30):
        today = day + datetime.timedelta(days=number)
        bed = today - datetime.timedelta(hours=1)
        record("HKCategoryTypeIdentifierSleepAnalysis", "", "HKCategoryValueSleepAnalysisAsleepCore", bed, bed + datetime.timedelta(hours=7.5))
        for hour in range(7):
            at = bed + datetime.timedelta(hours=hour, minutes=20)
            record("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "ms", round(random.gauss(55, 8), 1), at, at + datetime.timedelta(seconds=60))
            for minute in range(0, 60, 10):
                beat = at + datetime.timedelta(minutes=minute)
                record("HKQuantityTypeIdentifierHeartRate", "count/min", random.randint(48, 62), beat, beat)
        noon = today + datetime.timedelta(hours=12)
        record("HKQuantityTypeIdentifierRestingHeartRate", "count/min", random.randint(52, 60), noon, noon)
        record("HKQuantityTypeIdentifierStepCount", "count", random.randint(4000, 12000), today + datetime.timedelta(hours=9), today + datetime.timedelta(hours=18))
    out.write("</HealthData>\n")
