export const devices = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** How wide the window of each is, in pixels. */
export const widths: Record<Device, number> = { phone: 390, tablet: 820, desktop: 1280 };

/** Where a window of that width is in a room that may be narrower: its scale, its height, and the space at its left. */
export function placedIn(room: { width: number; height: number }, device: Device): { width: number; height: number; scale: number; left: number } {
  const width = widths[device];
  const scale = room.width > 0 ? Math.min(1, room.width / width) : 1;
  return { width, height: Math.round(room.height / scale), scale, left: Math.max(0, Math.floor((room.width - width * scale) / 2)) };
}

/** How much of the window the form has beside the preview, in percent. */
export const shares = { least: 25, most: 75, start: 45, step: 5 };

export function shareOf(value: number): number {
  return Math.round(Math.min(shares.most, Math.max(shares.least, value)));
}
