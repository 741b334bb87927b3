/* 通知我: this device is told by Web Push what concerns a team or branch. The page (#tell) is the same for everybody:
   classes of the root element say what holds here: `tellable`, `told`, and `untold` if it did not work. */
const { kept } = window.Live, { serviceWorker } = navigator, { classList: holds } = document.documentElement;
const form = () => document.getElementById("tell"), name = `told ${location.pathname}`;
const press = async (on) => {
  const { worker, key: applicationServerKey } = form().dataset;
  await Promise.all([Notification.requestPermission(), serviceWorker.register(worker, { scope: "/e/" })]);
  const { pushManager } = await serviceWorker.ready, known = await pushManager.getSubscription();
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const renew = () => known.unsubscribe().then(subscribe); // it is of another key of the site
  const device = on ? await subscribe().catch(renew) : known;
  const headers = { "Content-Type": "application/json" }, body = JSON.stringify({ on, ...device.toJSON() });
  if (!(await fetch(form().action, { method: "POST", headers, body })).ok) throw new Error();
  kept(name, on ? device.endpoint : "");
};
const show = async () => {
  const known = await (await serviceWorker.getRegistration("/e/"))?.pushManager.getSubscription();
  holds.toggle("told", known?.endpoint === kept(name));
};
if (serviceWorker && window.PushManager) show().then(() => holds.add("tellable"));
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  press(event.submitter.value === "1").then(() => holds.remove("untold"), () => holds.add("untold")).then(show);
});
