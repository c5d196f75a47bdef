import type { Point } from '../../api/types.gen';

export const middle: Point = { x: 0.5, y: 0.5 };

/** Three places are finer than anybody sees. */
const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

/** The place of a pointer on a picture. */
export function pointAt(at: { clientX: number; clientY: number }, box: { left: number; top: number; width: number; height: number }): Point {
  return { x: round((at.clientX - box.left) / (box.width || 1)), y: round((at.clientY - box.top) / (box.height || 1)) };
}

const moves: Partial<Record<string, Point>> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };
const step = 0.01;
const wideStep = 0.1;

/** Where a key moves a point to; undefined for other keys. With Shift it goes further, and Home is the middle. */
export function movedBy(key: string, wide: boolean, { x, y }: Point): Point | undefined {
  if (key === 'Home') return middle;
  const move = moves[key];
  const length = wide ? wideStep : step;
  return move && { x: round(x + move.x * length), y: round(y + move.y * length) };
}
