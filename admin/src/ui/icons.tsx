import type { SVGProps } from 'react';

/** The lines of each icon, on a grid of 24. */
const lines = {
  home: 'M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6',
  collection: 'M4 8.500l8-4.500 8 4.500-8 4.500zM4 12.500l8 4.500 8-4.500M4 16.500l8 4 8-4',
  article: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  person: 'M12 12a4 4 0 100-8 4 4 0 000 8zM5 20c0-3.5 3-6 7-6s7 2.5 7 6',
  goods: 'M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.500h4l1-2.500h5',
  comment: 'M4 5h16v11H10l-4 4v-4H4z',
  event: 'M4 6h16v14H4zM4 10.500h16M8 3.500v4M16 3.500v4',
  draft: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM14 6.500l3.500 3.500',
  history: 'M4.500 12a7.500 7.500 0 107.500-7.500c-2.500 0-4.600 1.100-6 3L4 9.500M4 4.500v5h5M12 8v4.500l3 1.500',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  moon: 'M19.500 14.500A8 8 0 019.500 4.500a8 8 0 1010 10z',
  report: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  operation: 'M13 3L5 14h6l-1 7 8-11h-6z',
  media: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  members: 'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 010 6M18 14.5c2 .8 3 3 3 5.5',
  staff: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9.5 12l2 2 3.5-4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  developer: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14',
  preferences: 'M12 3a9 9 0 100 18zM12 3a9 9 0 010 18',
  apps: 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z',
  search: 'M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L20 20',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  more: 'M4.500 12h1M11.500 12h1M18.500 12h1',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  signOut: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 14h.01M7 14h.01M10 14h4',
  language: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 2.5 3.5 6 3.5 9S15 18.5 12 21c-3-2.5-3.5-6-3.5-9S9 5.5 12 3z',
  density: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  publish: 'M12 20V9M7 13l5-5 5 5M5 4h14',
  unpublish: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  note: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.500M12 7.500h.01',
  tip: 'M9 18h6M10 21h4M9 15a6 6 0 116 0v3H9z',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16h.01',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  offline: 'M4 4l16 16M8.5 16a5 5 0 017 0M5.5 12.5A9.5 9.5 0 019 10.300M18.5 12.5a9.5 9.5 0 00-5-2.600M12 19.5h.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  key: 'M14 14a5 5 0 10-4-4L4 16v4h4v-3h3v-3zM15.5 8.5h.01',
  link: 'M10 14a4 4 0 005.700.300l3-3a4 4 0 00-5.700-5.700l-1.500 1.500M14 10a4 4 0 00-5.700-.300l-3 3a4 4 0 005.700 5.700l1.500-1.500',
  external: 'M13 4h7v7M20 4l-9 9M17 14v6H4V7h6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2',
  heading: 'M6 4v16M18 4v16M6 12h12',
  subheading: 'M7 7v12M17 7v12M7 13h10',
  minorHeading: 'M8.500 10v9M15.500 10v9M8.500 14.500h7',
  bold: 'M7 4h6.5a4 4 0 010 8H7zM7 12h7.5a4 4 0 010 8H7z',
  italic: 'M10 4h8M6 20h8M14.5 4l-5 16',
  strike: 'M5 12h14M16 7.500C16 5.500 14 4.500 12 4.500S8 5.500 8 7.500c0 1.500 1 2.500 2.500 3M8 16.500c0 2 2 3 4 3s4-1 4-3c0-.700-.200-1.300-.500-1.800',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.500h1.500V9M4 9h3M4 15c0-1 3-1 3 .5 0 1-3 2.500-3 3.500h3',
  quote: 'M5 5v14M10 7h10M10 12h10M10 17h6',
  fold: 'M9 6l6 6-6 6',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  invite: 'M10 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM4 20c0-3.5 2.5-6 6-6M17 14v6M14 17h6',
  device: 'M4 5h16v10H4zM9 19h6M12 15v4',
  plug: 'M9 3v5M15 3v5M7 8h10v4a5 5 0 01-10 0zM12 17v4',
  release: 'M4 8l8-4.500 8 4.500v8l-8 4.500-8-4.500zM4 8l8 4.500 8-4.500M12 12.500v8',
  refresh: 'M19.500 13a7.500 7.500 0 11-1.900-6.300L20 9M20 4v5h-5',
} as const;

export type IconName = keyof typeof lines;

/** An icon beside a text, or inside a button that is named: it says nothing by itself. */
export function Icon({ name, size = 16, ...rest }: { name: IconName; size?: number } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={lines[name]} />
    </svg>
  );
}
