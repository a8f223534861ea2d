"""Who uses the installation while its releases change: people who write, one who reads pages, and one who has
everything, with what must be found again."""
import datetime
import json
import time

import load

# Pages and routes that are read in turn.
READ = ["/", "/journal", "/goals", "/plan", "/trends", "/v1/score", "/v1/goals", "/v1/cards", "/v1/consent",
        "/v1/metrics?from={from}&through={day}", "/v1/journal?limit=20"]
# Days with samples, of which scores need two weeks.
DAYS = 30
AMOUNT = 2.5


class Reader(load.Person):
    """Reads pages, two or three a second."""
    place = 0

    def work(self):
        path = READ[self.place % len(READ)]
        self.place += 1
        begin = self.day - datetime.timedelta(days=DAYS)
        self.insist("GET", path.replace("{from}", str(begin)).replace("{day}", str(self.day)))
        self.acknowledged.append(time.monotonic())

    def faults(self):
        return list(self.refusals)


class Keeper(load.Person):
    """Has samples, scores, a goal with actions, a plan, and a consent."""
    # The edge takes 20 requests to plans in a minute.
    pause, is_steady = 10, False

    def set_up(self):
        for kind, samples in self.samples():
            batch = {"device": "phone", "kind": kind, "anchor": "", "newAnchor": "1", "samples": samples}
            self.insist("POST", "/v1/ingest/samples", batch)
        self.insist("POST", "/v1/check-ins", {"stress": 3, "energy": 5, "sleepQuality": 5})
        self.measure = self.made("measure", "/v1/measures", {"title": "Distance", "unit": "km", "kind": "distance"})
        value = self.made("value", "/v1/values", {"title": "Health", "priority": 5})
        self.goal = self.made("goal", "/v1/goals", {
            "title": "Run a half marathon", "start": str(self.day), "target": str(self.day + datetime.timedelta(70)),
            "targets": [{"measure": self.measure, "value": 100}], "relevance": [{"value": value, "strength": 9}],
            "milestones": [], "obligations": [], "terms": []})
        self.actions, self.plans = [], []
        self.is_granted, self.consents, self.refused = False, 0, 0
        self.weigh(80)

    def samples(self):
        """Kinds with a month of samples each."""
        def moment(day, hours):
            return (self.begin - datetime.timedelta(days=day) + datetime.timedelta(hours=hours)).isoformat()

        def sample(day, number, begin, end, value, unit):
            id = f"00000000-0000-4000-8000-{number:04d}{day:08d}"
            return {"id": id, "start": moment(day, begin), "end": moment(day, end), "value": value, "unit": unit,
                    "source": "Watch"}

        days = range(1, DAYS + 1)
        return [
            ("heartRateVariability", [sample(day, 1, 2, 2.1, 50 + day % 7, "ms") for day in days]),
            ("restingHeartRate", [sample(day, 2, 12, 12.1, 55 + day % 5, "count/min") for day in days]),
            ("steps", [sample(day, 3, 9, 18, 8000 + 100 * (day % 9), "count") for day in days]),
        ]

    def made(self, name, path, content):
        """The id of a new thing."""
        return self.insist("POST", path, content)[name]["facts"]["id"]

    def weigh(self, kilograms):
        """States a weight and has a plan made of it."""
        profile = self.insist("GET", "/v1/profile")
        profile["body"] |= {"sex": "male", "birthday": "1990-02-03", "heightCentimetres": 180, "activity": "light",
                            "weightKilograms": kilograms, "targetKilograms": 75, "aim": "lose"}
        self.insist("PUT", "/v1/profile", profile)
        end = time.monotonic() + 30
        while True:
            # Plans hears of the weight by an event.
            plan = self.insist("POST", "/v1/plans/generate", {"forceRecompute": True})["plan"]
            if not self.plans or plan["id"] != self.plans[-1]:
                break
            if time.monotonic() > end:
                raise RuntimeError("a stated weight has not reached the plan within 30 s")
            time.sleep(3)
        self.plans.append(plan["id"])

    def renew_consent(self):
        """Withdraws the consent and grants it again; a release may refuse to take any."""
        self.consent(False)
        self.insist("POST", "/v1/sessions/current/confirm", {"password": load.PASSWORD})
        try:
            self.consent(True)
            self.consents += 1
        except load.Refused:
            self.refused += 1

    def consent(self, is_granted):
        state = self.insist("GET", "/v1/consent")
        body = {"granted": is_granted, "copyVersion": state["copyVersion"]}
        if "record" in state:
            body["follows"] = state["record"]
        state = self.insist("PUT", "/v1/consent", body)
        if state["granted"] != is_granted or state["pending"]:
            raise RuntimeError(f"consent is {state['granted']}, pending {state['pending']}")
        self.is_granted = is_granted

    def work(self):
        """Adds an action, an entry, a plan and a chat, and renews the consent."""
        measured = [{"measure": self.measure, "value": AMOUNT}]
        contributions = [{"goal": self.goal, "measure": self.measure, "amount": AMOUNT}]
        self.actions.append(self.made("action", "/v1/actions", {
            "title": f"Run {len(self.actions)}", "start": int(time.time() * 1000), "duration": 1800,
            "measurements": measured, "contributions": contributions}))
        self.write_entry()
        self.weigh(80 - len(self.plans) / 10)
        self.insist("POST", "/v1/chat", {"text": "How did I sleep?"})
        self.renew_consent()

    def faults(self):
        """Compares everything with what was acknowledged."""
        found = list(self.refusals)
        goal = self.insist("GET", f"/v1/goals/{self.goal}")
        if goal["progress"][0]["sum"] != AMOUNT * len(self.actions):
            found.append(f"{self.name}: the goal has {goal['progress'][0]['sum']} of {AMOUNT * len(self.actions)} km")
        actions = {action["facts"]["id"] for action in self.insist("GET", "/v1/actions?limit=1000")}
        if actions != set(self.actions):
            found.append(f"{self.name}: {len(actions)} actions of {len(self.actions)}")
        plans = [entry["plan"]["id"] for entry in self.insist("GET", "/v1/plans/history?limit=100")["plans"]]
        if plans != self.plans[::-1]:
            found.append(f"{self.name}: {len(plans)} plans of {len(self.plans)}")
        if self.insist("GET", "/v1/consent")["granted"] != self.is_granted:
            found.append(f"{self.name}: the consent is not {self.is_granted}")
        entries, _ = self.exported()
        if not {id for _, id, _ in self.entries} <= entries:
            found.append(f"{self.name}: entries have not reached scoring")
        if [(text, id) for text, id, _ in self.entries] != self.listed():
            found.append(f"{self.name}: the journal differs")
        first = self.day - datetime.timedelta(days=DAYS)
        reports = self.insist("GET", f"/v1/score/history?from={first}&through={self.day}")
        scored = sum("score" in report for report in reports)
        if scored < DAYS // 3:
            found.append(f"{self.name}: {scored} days have a score")
        return found


def erase(name, processes):
    """Has a person erase everything; raises RuntimeError unless every service confirms it."""
    person = load.Person(name, processes.apis, 0)
    person.sign_in()
    person.write_entry()
    person.insist("POST", "/v1/sessions/current/confirm", {"password": load.PASSWORD})
    status, _, content = person.request("POST", "/v1/erase", timeout=60)
    pending = [entry["service"] for entry in json.loads(content).get("services", []) if not entry["done"]]
    if status != 202 or pending:
        raise RuntimeError(f"the erasure of {name}: {status}, waits for {', '.join(pending) or 'nothing'}")
