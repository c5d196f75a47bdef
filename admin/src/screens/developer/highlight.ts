import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** A piece of a line, and what it is: `hljs-attr`, `hljs-string`, or nothing. */
export interface Token {
  text: string;
  className: string | undefined;
}

const lowlight = createLowlight({ yaml });

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** The lines of a YAML text with their colours. A block that goes over lines is coloured on each. */
export function highlightYaml(text: string): Token[][] {
  const lines: Token[][] = [[]];
  const walk = (node: Node, className: string | undefined) => {
    if (node.type === 'element') {
      const [own] = [node.properties.className].flat();
      node.children.forEach((child) => walk(child, typeof own === 'string' ? own : className));
    } else if (node.type === 'text') {
      node.value.split('\n').forEach((piece, i) => {
        if (i > 0) lines.push([]);
        if (piece !== '') lines.at(-1)?.push({ text: piece, className });
      });
    }
  };
  lowlight.highlight('yaml', text).children.forEach((node) => walk(node, undefined));
  return lines;
}
