import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { SavedList } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { addressOf } from '../lists/saved';
import { Icon } from '../ui/icons';
import { Item } from './Item';
import classes from './Sidebar.module.css';

/** How many saved lists of a collection are shown before somebody asks for all of them. */
const mostShown = 4;

interface PlacesProps {
  lists: SavedList[];
  /** The id of the one that is open. */
  open: string | undefined;
  /** What their collection is called. */
  of: string;
}

/** The saved lists of a collection, below it: the first of them and the one that is open, or all. */
export function SavedPlaces({ lists, open, of }: PlacesProps) {
  const { t, plural } = useSpeech();
  const [all, show] = useState(false);
  const shown = lists.filter(({ id }, i) => all || i < mostShown || id === open);
  const rest = lists.length - shown.length;
  return (
    <ul className={classes['below']} aria-label={t('saved.of', { collection: of })}>
      {shown.map((list) => (
        <Item key={list.id} link={{ to: '/c/$collection', params: { collection: list.collection }, search: { ...addressOf(list) } }} label={list.name} current={list.id === open} />
      ))}
      {(all || rest > 0) && lists.length > mostShown && (
        <li>
          <UnstyledButton className={`${classes['item'] ?? ''} ${classes['fold'] ?? ''}`} aria-expanded={all} onClick={() => show(!all)}>
            {all ? t('saved.fewer') : plural('saved.more', rest)}
            <Icon name="fold" size={12} />
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}
