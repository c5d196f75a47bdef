import { useMemo } from 'react';

import { highlightYaml } from './highlight';
import { SourceLines, type LinesProps } from './SourceLines';

/** A manifest with its colours; loaded when the first one is read. */
export function ColouredLines({ source, ...rest }: LinesProps & { source: string }) {
  const lines = useMemo(() => highlightYaml(source), [source]);
  return <SourceLines {...rest} lines={lines} />;
}
