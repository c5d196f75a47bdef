// The script of the frame in which the Admin application shows a page that is not
// saved. It is admitted by its hash; nothing else in the frame runs.
(() => {
  'use strict';
  // The origin of the address: that of the frame itself is opaque.
  const admin = location.origin;
  const mark = 'data-field';
  const channel = new MessageChannel();
  const port = channel.port1;

  // The policy forbids these to do anything; without them it has nothing to say on the console.
  const inert = 'script, base, object, embed, meta[http-equiv], link:not([rel~="stylesheet" i]), link[rel~="alternate" i]';
  const inertAttributes = /^(on.*|autofocus|srcdoc|ping)$/i;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[${mark}] { cursor: pointer } [${mark}]:hover { outline: 2px dashed Highlight; outline-offset: 2px }`);
  document.adoptedStyleSheets = [sheet];

  port.onmessage = ({ data }) => {
    if (typeof data?.html !== 'string' || typeof data.path !== 'string' || !Number.isSafeInteger(data.turn)) return;
    const next = new DOMParser().parseFromString(data.html, 'text/html');
    harmless(next);
    next.head.prepend(baseOf(next, data.path));
    become(document.documentElement, next.documentElement);
    port.postMessage({ shown: data.turn });
  };

  function harmless(page) {
    for (const each of page.querySelectorAll(inert)) each.remove();
    for (const frame of page.querySelectorAll('iframe, frame')) frame.removeAttribute('src');
    for (const each of page.querySelectorAll('*')) {
      for (const { name } of [...each.attributes]) if (inertAttributes.test(name)) each.removeAttribute(name);
    }
  }

  // Relative addresses are those of the page, not of the frame.
  function baseOf(page, path) {
    const base = page.createElement('base');
    base.setAttribute('href', new URL(path, admin).origin === admin ? path : '/');
    return base;
  }

  // Changes what differs and leaves the rest as it is, with its scrolling and what it has loaded.
  function become(now, next) {
    for (const { name } of [...now.attributes]) if (!next.hasAttribute(name)) now.removeAttribute(name);
    for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
    const [have, want] = [[...now.childNodes], [...next.childNodes]];
    let tail = null;
    while (have.length > 0 && want.length > 0 && have.at(-1).isEqualNode(want.at(-1))) {
      tail = have.pop();
      want.pop();
    }
    want.forEach((each, i) => (have[i] ? replace(have[i], each) : now.insertBefore(document.importNode(each, true), tail)));
    for (const each of have.slice(want.length)) each.remove();
  }

  function replace(now, next) {
    if (now.isEqualNode(next)) return;
    const same = now.nodeType === next.nodeType && now.nodeName === next.nodeName && now.namespaceURI === next.namespaceURI;
    if (same && now instanceof Element) become(now, next);
    else if (same && now instanceof CharacterData) now.data = next.data;
    else now.replaceWith(document.importNode(next, true));
  }

  // A page that is shown for its form leads nowhere, but for what is on it.
  addEventListener('click', (event) => {
    const on = event.target instanceof Element ? event.target : document.documentElement;
    const link = on.closest('a, area');
    const field = on.closest(`[${mark}]`)?.getAttribute(mark);
    const place = link?.getAttribute('href') ?? '';
    if (link || field) event.preventDefault();
    if (field) port.postMessage({ field });
    else if (place.startsWith('#')) document.getElementById(place.slice(1))?.scrollIntoView();
  }, true);
  addEventListener('submit', (event) => event.preventDefault(), true);

  parent.postMessage({ preview: 'ready' }, admin, [channel.port2]);
})();
