import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { appsQuery } from '../../api/apps';
import { statisticsQuery } from '../../api/entries';
import { staffQuery } from '../../api/people';
import { isAtLeast, mayCreate, useBootstrap } from '../../api/session';
import { remember, remembered } from '../../app/preferences';
import { byWriting } from '../../app/toWrite';
import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { stepsOf, type Step, type StepId } from './steps';
import { WorkCard } from './WorkCard';
import classes from './Work.module.css';

const icons: Record<StepId, IconName> = { write: 'draft', invite: 'invite', see: 'external', connect: 'plug' };

/** What somebody has seen and hidden of the first steps, in this browser. */
function useKept(user: string) {
  const key = `quartet.steps.${user}`;
  const [kept, set] = useState(() => remembered(key));
  const keep = (more: object) => {
    const next = { ...kept, ...more };
    remember(key, next);
    set(next);
  };
  return { seen: kept['seen'] === true, hidden: kept['hidden'] === true, keep };
}

/** What is worth to be done first on a new site. It goes away once all of it is done, or somebody hides it (decision 361). */
export function FirstSteps() {
  const { t, text } = useSpeech();
  const { me, site, collections } = useBootstrap();
  const { seen, hidden, keep } = useKept(me.userId);
  const [main] = byWriting(collections.filter((each) => mayCreate(me.role, each)));
  const mayInvite = isAtLeast(me.role, 'owner') && site.capabilities.invitations;
  const entries = useQuery({ ...statisticsQuery(main?.name ?? ''), enabled: main !== undefined });
  const staff = useQuery({ ...staffQuery, enabled: mayInvite });
  const apps = useQuery(appsQuery);
  if (hidden || [entries, staff, apps].some(({ isLoading }) => isLoading)) return null;
  const steps = stepsOf({
    role: me.role, capabilities: site.capabilities, main, entries: entries.data?.total ?? 0, staff: staff.data?.users.length ?? 0, seen, connected: (apps.data?.apps.length ?? 0) > 0,
  });
  if (steps.length === 0) return null;
  const links: Record<StepId, (words: string) => ReactNode> = {
    write: (words) => main && <LinkAnchor to="/c/$collection/$id" params={{ collection: main.name, id: 'new' }} c="inherit" fw={550}>{words}</LinkAnchor>,
    invite: (words) => <LinkAnchor to="/staff" search={{ invite: true }} c="inherit" fw={550}>{words}</LinkAnchor>,
    see: (words) => <Text component="a" href="/" target="_blank" rel="noopener" onClick={() => keep({ seen: true })} fw={550} c="inherit" inherit>{words}</Text>,
    connect: (words) => <LinkAnchor to="/connected-apps" hash="connect" c="inherit" fw={550}>{words}</LinkAnchor>,
  };
  const words = ({ id }: Step) => t(`home.step.${id}`, { collection: main ? text(main.title, main.name) : '' });
  return (
    <WorkCard
      title={t('home.steps')}
      icon="check"
      hint={t('home.stepsHint')}
      all={<Button variant="subtle" color="gray" size="compact-sm" onClick={() => keep({ hidden: true })}>{t('home.stepsHide')}</Button>}
    >
      {steps.map((each) => (
        <li key={each.id} className={classes['step']} data-done={each.done || undefined}>
          <Icon name={each.done ? 'check' : icons[each.id]} size={18} />
          <div className={classes['words']}>
            {each.done ? t('home.stepDone', { step: words(each) }) : links[each.id](words(each))}
            {!each.done && <Text size="xs" c="dimmed">{t(`home.stepHint.${each.id}`)}</Text>}
          </div>
        </li>
      ))}
    </WorkCard>
  );
}
