/** Names by what a User-Agent says; the first that fits, since most say that they are all the others too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system behind a User-Agent, as far as it tells; a hint for people, nothing to rely on. */
export function deviceOf(agent: string): { browser: string | undefined; system: string | undefined } {
  const first = (names: [RegExp, string][]) => names.find(([says]) => says.test(agent))?.[1];
  return { browser: first(browsers), system: first(systems) };
}
