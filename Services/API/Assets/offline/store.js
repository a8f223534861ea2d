// What this browser holds: forms that could not be sent, each with the person who wrote it, who is signed in, and their
// plan for an hour.
// Shared by the pages and the service worker, which cannot import modules in every browser.
(() => {
  const NAME = "pulsum";

  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("held", { keyPath: "id" });
      request.result.createObjectStore("state");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  /** Calls a method of `IDBObjectStore`. */
  async function run(store, method, ...given) {
    const base = await open();
    try {
      return await new Promise((resolve, reject) => {
        // On disk before the page says that it is kept.
        const mode = method.startsWith("get") ? "readonly" : "readwrite";
        const work = base.transaction(store, mode, { durability: "strict" });
        const request = work.objectStore(store)[method](...given);
        work.oncomplete = () => resolve(request.result);
        work.onabort = () => reject(work.error);
      });
    } finally {
      base.close();
    }
  }

  const all = () => run("held", "getAll");

  globalThis.held = {
    /** The forms of a person, oldest first. */
    of: async (person) => (await all()).filter((form) => form.person === person).sort((a, b) => a.written - b.written),
    isEmpty: async () => !(await all()).length,
    put: (form) => run("held", "put", form),
    remove: (id) => run("held", "delete", id),
    /** `person`, who signed in last and did not sign out, and `plan`. */
    state: (key) => run("state", "get", key),
    keep: (key, value) => run("state", "put", value, key),
    leave: () => run("state", "clear"),
    forget: () => new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(NAME);
      request.onsuccess = request.onerror = request.onblocked = resolve;
    }),
  };
})();
