import '@xyflow/react/dist/base.css';

import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Controls, MarkerType, MiniMap, ReactFlow, type AriaLabelConfig, type Edge, type NodeChange, type ReactFlowInstance } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';

import type { SchemaAtom } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { boxWidth, layoutModel, type Line } from './layout';
import classes from './ModelGraph.module.css';
import { SchemaNode, type SchemaNodeType } from './SchemaNode';

const nodeTypes = { schema: SchemaNode };

interface GraphProps {
  schemas: SchemaAtom[];
  chosen: string | undefined;
  choose: (schema: string | undefined) => void;
  /** A Schema to bring into view, as often as it is asked for. */
  sought: { schema: string } | undefined;
}

/** The model as a picture that is moved and zoomed; what is chosen keeps its neighbours in the light (decision 96). */
export function ModelGraph({ schemas, chosen, choose, sought }: GraphProps) {
  const speech = useSpeech();
  const still = useReducedMotion();
  const scheme = useComputedColorScheme();
  const { boxes, lines } = useMemo(() => layoutModel(schemas), [schemas]);
  const near = useMemo(() => neighbourhood(lines, chosen), [lines, chosen]);
  const nodes = useMemo(
    () => boxes.map((box): SchemaNodeType => {
      const { name } = box.schema;
      return {
        id: name, type: 'schema', position: { x: box.x, y: box.y }, width: boxWidth, height: box.height,
        data: { box, faded: near !== undefined && !near.has(name) }, selected: name === chosen, ariaLabel: spoken(name, lines, speech),
      };
    }),
    [boxes, lines, near, chosen, speech],
  );
  const edges = useMemo(() => lines.map((line) => edgeOf(line, chosen)), [lines, chosen]);
  const [flow, setFlow] = useState<ReactFlowInstance<SchemaNodeType>>();
  useEffect(() => {
    if (sought) void flow?.fitView({ nodes: [{ id: sought.schema }], maxZoom: 1, duration: still ? 0 : 300 });
  }, [flow, sought, still]);
  const change = (changes: NodeChange<SchemaNodeType>[]) => {
    const selected = changes.find((each) => each.type === 'select' && each.selected);
    if (selected?.type === 'select') choose(selected.id);
  };
  return (
    <div className={classes['root']} role="group" aria-label={speech.t('developer.picture')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={setFlow}
        onNodesChange={change}
        onPaneClick={() => choose(undefined)}
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        minZoom={0.05}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        onlyRenderVisibleElements={schemas.length > 40}
        ariaLabelConfig={labels(speech)}
      >
        <Controls showInteractive={false} />
        {schemas.length > 12 && <MiniMap pannable zoomable nodeBorderRadius={4} />}
      </ReactFlow>
    </div>
  );
}

function edgeOf({ id, from, property, to, translation }: Line, chosen: string | undefined): Edge {
  const lit = chosen === from || chosen === to;
  return {
    id, source: from, target: to, sourceHandle: property, type: 'smoothstep', focusable: false,
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    ...(lit ? { className: classes['lit'] ?? '', zIndex: 1 } : chosen ? { className: classes['dim'] ?? '' } : {}),
    ...(translation ? { style: { strokeDasharray: '5 4' } } : {}),
  };
}

/** The chosen one and all that it is joined to; undefined when nothing is chosen. */
function neighbourhood(lines: Line[], chosen: string | undefined): Set<string> | undefined {
  if (chosen === undefined) return undefined;
  return new Set([chosen, ...lines.filter(({ from, to }) => from === chosen || to === chosen).flatMap(({ from, to }) => [from, to])]);
}

function spoken(name: string, lines: Line[], { t }: Speech): string {
  const to = lines.filter(({ from }) => from === name).map((line) => line.to);
  return to.length === 0 ? name : t('developer.spoken', { name, to: to.join(t('developer.comma')) });
}

function labels({ t }: Speech): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': t('developer.nodeHint'),
    'node.a11yDescription.keyboardDisabled': t('developer.nodeHint'),
    'controls.ariaLabel': t('developer.view'),
    'controls.zoomIn.ariaLabel': t('developer.zoomIn'),
    'controls.zoomOut.ariaLabel': t('developer.zoomOut'),
    'controls.fitView.ariaLabel': t('developer.fit'),
    'minimap.ariaLabel': t('developer.minimap'),
  };
}
