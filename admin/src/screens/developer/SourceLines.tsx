import type { Token } from './highlight';
import classes from './Manifests.module.css';

export interface LinesProps {
  /** The number of the first line in its file. */
  first: number;
  /** Which lines stand out, counted from 0. */
  marked: Set<number>;
  label: string;
}

/** A text with the numbers of its lines, which a selection leaves out. */
export function SourceLines({ lines, first, marked, label }: LinesProps & { lines: Token[][] }) {
  return (
    <pre className={classes['source']} tabIndex={0} aria-label={label}>
      {lines.map((tokens, i) => (
        <code key={i} className={classes['line']} data-line={first + i} data-marked={marked.has(i) || undefined}>
          {tokens.map(({ text, className }, j) => (
            <span key={j} className={className}>
              {text}
            </span>
          ))}
          {'\n'}
        </code>
      ))}
    </pre>
  );
}
