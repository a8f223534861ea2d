// Sign-in settings: password, sessions, second factor. Plain forms over /v1; app.js provides the helpers.
export function accountSettings({ $, make, call, attempt, tell }) {
  const when = (at) => new Date(at).toLocaleString();

  $("password").addEventListener("submit", attempt(async (event) => {
    const { old, fresh } = Object.fromEntries(new FormData(event.target));
    await call("PUT", "password", { old, new: fresh });
    event.target.reset();
    tell("The password is changed. Every other session has ended.");
    await loadSessions();
  }));

  async function loadSessions() {
    $("sessions").replaceChildren(...(await call("GET", "sessions")).map((session) => {
      const used = session.used === undefined ? "" : `, last used ${when(session.used)}`;
      const item = make("li", `${session.device}${session.current ? " (this one)" : ""}, since ${when(session.created)}${used} `);
      const button = make("button", "Sign out", { className: "plain", type: "button" });
      button.addEventListener("click", attempt(async () => {
        await call("DELETE", "sessions/" + session.id);
        if (session.current) location.reload(); else await loadSessions();
      }));
      item.append(button);
      return item;
    }));
  }

  $("sessions-others").addEventListener("click", attempt(async () => {
    await call("DELETE", "sessions?current=false");
    tell("Every other session has ended.");
    await loadSessions();
  }));
  $("sessions-all").addEventListener("click", attempt(async () => { await call("DELETE", "sessions"); location.reload(); }));

  async function loadSecondFactor() {
    const { enabled, recoveryCodesLeft } = await call("GET", "second-factor");
    $("factor-state").textContent = enabled
      ? `On: signing in asks for a code of your authenticator app. Recovery codes left: ${recoveryCodesLeft}.`
      : "Off. With it, signing in asks for a code of an authenticator app besides the password.";
    $("factor-begin").hidden = enabled;
    $("factor-off").hidden = !enabled;
    $("factor-confirm").hidden = true;
  }

  $("factor-begin").addEventListener("submit", attempt(async (event) => {
    const { key, uri } = await call("POST", "second-factor", { password: new FormData(event.target).get("password") });
    event.target.reset();
    $("factor-key").textContent = key.replace(/(.{4})(?=.)/g, "$1 ");
    $("factor-uri").textContent = uri;
    $("factor-uri").href = uri;
    $("factor-begin").hidden = true;
    $("factor-codes").replaceChildren();
    $("factor-confirm").hidden = false;
  }));
  $("factor-confirm").addEventListener("submit", attempt(async (event) => {
    const { recoveryCodes } = await call("POST", "second-factor/confirm", { code: new FormData(event.target).get("code") });
    event.target.reset();
    $("factor-key").textContent = $("factor-uri").textContent = "";
    $("factor-uri").removeAttribute("href");
    await loadSecondFactor();
    $("factor-codes").replaceChildren(
      make("p", "Keep these recovery codes apart from your phone. Each works once in place of a code; they are shown only now."),
      Object.assign(make("ul"), { className: "codes" }));
    $("factor-codes").lastChild.append(...recoveryCodes.map((code) => make("li", code)));
  }));
  $("factor-off").addEventListener("submit", attempt(async (event) => {
    await call("POST", "second-factor/disable", { password: new FormData(event.target).get("password") });
    event.target.reset();
    $("factor-codes").replaceChildren();
    tell("The second factor is off.");
    await loadSecondFactor();
  }));

  return [loadSessions, loadSecondFactor];
}
