import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

import { coversOf } from './tools/place';

/** The line that somebody writes in is scrolled out from behind the heads and the foot that stay in the window. */
export const staysInSight = Extension.create({
  name: 'sight',
  addProseMirrorPlugins: () => {
    const sides = { top: 0, right: 0, bottom: 0, left: 0 };
    return [
      new Plugin({
        props: {
          scrollMargin: sides,
          scrollThreshold: sides,
          // Measured anew each time: in focus there are no heads, and a foot of a narrow window has two lines.
          handleScrollToSelection: ({ dom }) => (Object.assign(sides, coversOf(dom)), false),
        },
      }),
    ];
  },
});
