/* 通知我: this device is told by Web Push what concerns the team or branch of the page. The page (#tell) is the same for
   everybody, so classes of the root element say what holds here: `tellable`, `told`, and `untold` if it did not work. */
const { kept } = window.Live, { serviceWorker } = navigator, { classList: holds } = document.documentElement;
const form = () => document.getElementById("tell"), name = `told ${location.pathname}`;

const press = async (on) => {
  await serviceWorker.register(form().dataset.worker, { scope: "/e/" });
  const { pushManager } = await serviceWorker.ready, known = await pushManager.getSubscription();
  const wish = { userVisibleOnly: true, applicationServerKey: form().dataset.key };
  const renew = () => known.unsubscribe().then(() => pushManager.subscribe(wish)); // under another key of the site
  const made = on ? await pushManager.subscribe(wish).catch((error) => (known ? renew() : Promise.reject(error))) : known;
  const body = JSON.stringify({ on, ...made.toJSON() }), headers = { "Content-Type": "application/json" };
  const answer = await fetch(form().action, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(answer.status);
  kept(name, on ? made.endpoint : "");
};
const show = async () => {
  const known = await (await serviceWorker.getRegistration("/e/"))?.pushManager.getSubscription();
  holds.toggle("told", Boolean(known) && known.endpoint === kept(name));
};
if (serviceWorker && window.PushManager) show().then(() => holds.add("tellable"));
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  press(event.submitter.value === "1").then(() => false, () => true).then((failed) => holds.toggle("untold", failed)).then(show);
});
