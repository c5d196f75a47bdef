/** A rectangle of the window, in its pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 16;
const full = 440;
const widths = [full, 320, 240];

/** Where toasts of a height, which they have at their full width, lie over no sheet and no dialog; none where there is no such place. */
export function freePlace(height: number, layers: readonly Box[], view: { width: number; height: number }): Box | undefined {
  for (const width of widths.filter((each) => each + 2 * gap <= view.width || each < 300)) {
    const grown = Math.ceil((height * full) / width); // words take more lines
    const place = corners({ width, height: grown }, view).find((box) => !layers.some((layer) => overlap(box, layer)));
    if (place) return place;
  }
  return undefined;
}

/** The places by preference: the corner where toasts always are comes first. */
function corners(size: { width: number; height: number }, view: { width: number; height: number }): Box[] {
  const right = view.width - gap - size.width;
  const bottom = view.height - gap - size.height;
  if (right < gap || bottom < gap) return [];
  return [
    { left: right, top: gap, ...size },
    { left: gap, top: gap, ...size },
    { left: gap, top: bottom, ...size },
    { left: right, top: bottom, ...size },
  ];
}

export const overlap = (a: Box, b: Box) => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
