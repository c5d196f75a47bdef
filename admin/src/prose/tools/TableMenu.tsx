import { Button, Menu } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { addColumnAfter, addColumnBefore, addRowAfter, addRowBefore, deleteColumn, deleteRow, deleteTable, selectedRect } from '@tiptap/pm/tables';

import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';

const changes = [
  ['prose.rowAbove', rowAbove], ['prose.rowBelow', addRowAfter], ['prose.columnLeft', addColumnBefore], ['prose.columnRight', addColumnAfter], ['prose.dropRow', dropRow], ['prose.dropColumn', deleteColumn], ['prose.dropTable', deleteTable],
] as const satisfies readonly (readonly [PlainKey, unknown])[];

/** The first row stays the head: nothing comes above it. */
function rowAbove(state: EditorState, dispatch: (transaction: Transaction) => void): void {
  if (selectedRect(state).top === 0) addRowAfter(state, dispatch);
  else addRowBefore(state, dispatch);
}

/** A table without rows is none. */
function dropRow(state: EditorState, dispatch: (transaction: Transaction) => void): void {
  const { top, bottom, map } = selectedRect(state);
  if (bottom - top === map.height) deleteTable(state, dispatch);
  else deleteRow(state, dispatch);
}

/** What can be done with the table that somebody writes in: one button, so that it covers little of the text. */
export function TableMenu({ editor }: { editor: Editor }) {
  const { t } = useSpeech();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" color="gray" leftSection={<Icon name="table" size={14} />} rightSection={<Icon name="down" size={12} />} onMouseDown={(event) => event.preventDefault()}>
          {t('prose.tableTools')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {changes.map(([name, change]) => (
          <Menu.Item
            key={name}
            onClick={() => {
              change(editor.state, editor.view.dispatch);
              editor.commands.focus();
            }}
          >
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
