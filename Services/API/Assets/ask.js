// Asks the server, and asks again where that is safe and of use: after the time that the server names, a few times, and
// in sight of the person. Phrases are attributes of the frame; # stands for seconds.
export const phrases = document.querySelector("[data-away]").dataset;
/** The pauses before three further tries, where the server names none, and the longest that it may name, in ms. */
const PAUSES = [1_000, 3_000, 10_000];
const LONGEST = 60_000;

/** How a request failed by its status; undefined where it did not. */
export const kind = ({ status }) =>
  ({ 429: "busy", 502: "cut", 503: "busy", 504: "late" })[status] ?? (status >= 500 ? "broken" : undefined);

/** What a person reads of a failure, with the pause before the next try if there is one. */
export const say = (failure, pause) =>
  `${phrases[failure ?? "broken"]} ${pause ? phrases.retry.replace("#", Math.ceil(pause / 1000)) : phrases.safe}`;

// Pages that were refused together do not come back together.
const spread = (pause) => pause * (1 + Math.random() / 4);

/**
 * For requests that count once however often they are sent. Returns the answer, or undefined, and how it failed.
 * `show` gets the line to read before each pause; `isOver` ends the tries.
 */
export async function ask(path, { limit = 30_000, show = () => {}, isOver = () => false, ...options } = {}) {
  for (const usual of [...PAUSES, 0]) {
    let answer, failure;
    try {
      answer = await fetch(path, { cache: "no-store", ...options, signal: AbortSignal.timeout(limit) });
      failure = kind(answer);
    } catch ({ name }) {
      failure = name === "TimeoutError" ? "late" : "cut";
    }
    const named = 1000 * (answer?.headers.get("retry-after") ?? 0);
    const passes = failure === "busy" || (failure === "cut" && navigator.onLine);
    if (!usual || !passes || named > LONGEST) return { answer, failure };
    const pause = spread(named || usual);
    show(say(failure, pause));
    await new Promise((end) => setTimeout(end, pause));
    if (isOver()) return { answer, failure };
  }
}

/** Opens a page again that did not open, where the server named a time. */
export function reopen(line) {
  const tries = Number(sessionStorage.getItem("tries"));
  line.hidden = tries >= PAUSES.length;
  if (line.hidden) return;
  setTimeout(() => {
    sessionStorage.setItem("tries", tries + 1);
    location.reload();
  }, spread(1000 * line.dataset.reopen));
}
