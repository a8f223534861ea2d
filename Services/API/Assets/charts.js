// The crosshair of charts and the arrow keys of the calendar. Places and words come from the server's attributes.

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}

function draw(svg, name, kind, attributes) {
  const element = svg.querySelector("." + kind) ?? svg.appendChild(document.createElementNS(svg.namespaceURI, name));
  set(element, { class: kind, ...attributes });
}

const closest = (values, wanted) => {
  const distances = values.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
};

/** Where a key leads from a place; undefined for any other key. */
function target(event, at, count, week) {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const step = event.shiftKey ? week : 1;
  return { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: count - 1 }[event.key];
}

function prepareChart(svg) {
  const line = document.getElementById(svg.dataset.line);
  if (!line) return;
  const points = svg.dataset.readings.split(";").map((point) => point.split("|"));
  const [count, rest] = [points.length, line.textContent];
  let at;
  const show = (index) => {
    at = Math.max(0, Math.min(count - 1, index));
    const [x, y, text] = points[at];
    const [y1, y2] = svg.dataset.span.split(" ");
    draw(svg, "line", "chart-cross", { x1: x, x2: x, y1, y2 });
    // A gap has a line and no dot.
    if (y) draw(svg, "circle", "chart-cross-dot", { cx: x, cy: y, r: 4.5 });
    else svg.querySelector(".chart-cross-dot")?.remove();
    line.textContent = text;
    set(svg, { "aria-valuenow": at + 1, "aria-valuetext": text });
  };
  const hide = () => {
    at = undefined;
    svg.querySelectorAll("[class^=chart-cross]").forEach((element) => element.remove());
    line.textContent = rest;
  };
  set(svg, {
    tabindex: 0, role: "slider", "aria-valuemin": 1, "aria-valuemax": count, "aria-valuenow": count,
    "aria-valuetext": rest,
  });
  const point = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    show(closest(points.map(([place]) => place), x));
  };
  svg.onpointerdown = svg.onpointermove = point;
  svg.onpointerleave = (event) => {
    // A finger that was lifted leaves its day.
    if (event.pointerType === "mouse" && document.activeElement !== svg) hide();
  };
  svg.onkeydown = (event) => {
    const to = target(event, at ?? count - 1, count, Number(svg.dataset.week));
    if (event.key === "Escape") hide();
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  };
  // Keys speak through the value of the slider: the line would say it twice.
  svg.onfocus = () => set(line, { "aria-live": "off" });
  svg.onblur = () => {
    set(line, { "aria-live": "polite" });
    hide();
  };
}

function prepareCalendar(list) {
  list.dataset.ready = "";
  // By date: the latest month is the first of the page.
  const days = [...list.querySelectorAll(".calendar-day")].sort((a, b) => a.dataset.day - b.dataset.day);
  const numbers = days.map((day) => Number(day.dataset.day));
  const line = document.getElementById(list.dataset.line);
  // One stop of the tab key; arrows go on from there.
  const stop = (day) => days.forEach((other) => set(other, { tabindex: other === day ? 0 : -1 }));
  stop(days.at(-1));
  const tell = (event) => {
    const day = event.target.closest(".calendar-day");
    if (!day) return;
    line.textContent = day.getAttribute("aria-label");
    if (event.type === "focusin") stop(day);
  };
  list.addEventListener("focusin", tell);
  list.onpointerover = tell;
  list.onkeydown = (event) => {
    const at = days.indexOf(event.target);
    const weeks = { ArrowUp: -7, ArrowDown: 7 }[event.key];
    // The same day of another week, or the nearest one with a score.
    const to = weeks ? closest(numbers, numbers[at] + weeks) : target(event, at, days.length, 7);
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    days[Math.max(0, Math.min(days.length - 1, to))].focus();
  };
}

/** Prepares what is new in the page. */
function prepare() {
  document.querySelectorAll("svg.chart[data-readings]:not([tabindex])").forEach(prepareChart);
  document.querySelectorAll(".calendar-months:not([data-ready])").forEach(prepareCalendar);
}

prepare();
new MutationObserver(prepare).observe(document.body, { childList: true, subtree: true });
