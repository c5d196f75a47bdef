import { json } from '@codemirror/lang-json';
import { useEffect, useEffectEvent, useState } from 'react';

import { CodeEditor } from '../editor/CodeEditor';
import { useFrame } from '../frame';
import { pointerTo } from '../pointer';
import type { WidgetProps } from './props';

const extensions = json();

/** Any value, written as JSON. What cannot be read is kept in the control, and keeps the form from being sent. */
export function Json({ value, change, ...rest }: WidgetProps) {
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const read = typed && readJson(typed.text);
  // What was typed stays while it means the value, or nothing yet; a value from elsewhere takes its place.
  const broken = read?.ok === false && typed?.over === written;
  const text = typed && (broken || (read?.ok && JSON.stringify(read.value) === JSON.stringify(value))) ? typed.text : written;
  const { unread } = useFrame();
  const tell = useEffectEvent((is: boolean) => unread(rest.path, is ? 'json' : undefined));
  const pointer = pointerTo(rest.path);
  useEffect(() => {
    if (!broken) return;
    tell(true);
    return () => tell(false);
  }, [broken, pointer]);
  const type = (next: string) => {
    setTyped({ text: next, over: written });
    const meant = readJson(next);
    if (meant.ok) change(meant.value);
  };
  return <CodeEditor {...rest} text={text} change={type} extensions={extensions} />;
}

type Read = { ok: true; value: unknown } | { ok: false; value?: undefined };

function readJson(text: string): Read {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
