import { ActionIcon, Button, Menu } from '@mantine/core';
import type { ReactElement } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import type { Kind } from '../kinds';
import classes from './Lists.module.css';

interface AdderProps {
  list: string;
  kinds: readonly Kind[];
  /** The number of what is added, and how many there are before. */
  at: number;
  last: number;
  disabled: boolean;
  add: (kind: number) => void;
}

/** Adds an item: behind the last by a button with words, between two by a small one. Where there are kinds, it asks for one. */
export function Adder({ list, kinds, at, last, disabled, add }: AdderProps) {
  const { t } = useSpeech();
  const only = kinds.length <= 1;
  const press = only ? { onClick: () => add(0) } : {};
  const end = at === last;
  const button = end ? (
    <Button data-add variant="default" size="xs" leftSection={<Icon name="plus" />} disabled={disabled} style={{ alignSelf: 'flex-start' }} {...press}>
      {t('forms.list.addTo', { list })}
    </Button>
  ) : (
    <ActionIcon variant="default" radius="xl" size={24} disabled={disabled} aria-label={t('forms.list.addHere', { item: t('forms.list.nth', { number: at + 1 }) })} {...press}>
      <Icon name="plus" size={14} />
    </ActionIcon>
  );
  const whole = only ? button : <KindMenu button={button} list={list} kinds={kinds} add={add} />;
  return end ? whole : <li className={classes['gap']}>{whole}</li>;
}

function KindMenu({ button, list, kinds, add }: Pick<AdderProps, 'list' | 'kinds' | 'add'> & { button: ReactElement }) {
  const { t } = useSpeech();
  return (
    <Menu position="bottom-start" shadow="md" returnFocus={false} loop>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown aria-label={t('forms.list.kinds', { list })} mah="60vh" style={{ overflowY: 'auto' }}>
        {kinds.map((kind, i) => (
          <Menu.Item key={`${i} ${kind.label}`} onClick={() => add(i)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
