import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';

import { useSpeech } from '../../i18n/text';
import { boxWidth, type Box } from './layout';
import classes from './ModelGraph.module.css';

/** A box of the picture. `faded`: something else is looked at, and this has nothing to do with it. */
export type SchemaNodeType = Node<{ box: Box; faded: boolean }, 'schema'>;

export function SchemaNode({ data: { box, faded }, selected }: NodeProps<SchemaNodeType>) {
  const { plural, text } = useSpeech();
  const { schema, properties, more, height } = box;
  return (
    <div className={classes['node']} data-selected={selected || undefined} data-faded={faded || undefined} style={{ width: boxWidth, height }}>
      <Handle type="target" position={Position.Left} className={classes['handle'] ?? ''} style={{ top: 26 }} isConnectable={false} />
      <div className={classes['head']} data-lifecycle={schema.lifecycle}>
        <div className={classes['title']}>{text(schema.title, schema.name)}</div>
        <div className={classes['name']}>{schema.name}</div>
      </div>
      {properties.map((each) => (
        <div key={each.name} className={classes['property']} data-key={each.references !== null || undefined}>
          <span className={classes['word']}>{each.name}</span>
          <span className={classes['type']}>{typeof each.schema['type'] === 'string' ? each.schema['type'] : ''}</span>
          {each.references && <Handle type="source" id={each.name} position={Position.Right} className={classes['handle'] ?? ''} isConnectable={false} />}
        </div>
      ))}
      {more > 0 && <div className={classes['more']}>{plural('developer.more', more)}</div>}
    </div>
  );
}
