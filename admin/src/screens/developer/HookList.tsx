import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { AtomLink } from './AtomLink';
import type { HookRun, SchemaHooks } from './flows';
import classes from './HookList.module.css';
import { Nothing } from './Nothing';

/** What runs when entries change, in the order in which it runs. */
export function HookList({ hooks, narrowed }: { hooks: SchemaHooks[]; narrowed: boolean }) {
  if (hooks.length === 0) return <Nothing narrowed={narrowed} what="hooks" />;
  return (
    <Stack gap="sm">
      {hooks.map((each) => (
        <Paper key={each.schema} withBorder p="md" component="article" aria-label={each.schema}>
          <Title order={2} size="h5" mb="xs">
            <AtomLink id={`Schema/${each.schema}`} bare />
          </Title>
          <div className={classes['moments']}>
            {each.hooks.map((hook) => (
              <Moment key={hook.moment} hook={hook} />
            ))}
          </div>
        </Paper>
      ))}
    </Stack>
  );
}

function Moment({ hook: { moment, runs } }: { hook: HookRun }) {
  const { t } = useSpeech();
  const before = moment.startsWith('before_');
  return (
    <section className={classes['moment']} aria-label={moment}>
      <Group gap="xs">
        <Text ff="monospace" size="sm" fw={600}>
          {moment}
        </Text>
        <Badge variant="default" tt="none" fw={500}>
          {t(before ? 'developer.inCall' : 'developer.afterCall')}
        </Badge>
      </Group>
      <ol className={classes['runs']}>
        {runs.map(({ trigger, aborts }) => (
          <li key={trigger.name}>
            <AtomLink id={`Trigger/${trigger.name}`} bare /> <span aria-hidden="true">→</span> <AtomLink id={`Procedure/${trigger.procedure}`} bare />
            <div className={classes['hint']}>{t(aborts ? 'developer.aborts' : before ? 'developer.continues' : 'developer.retries')}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
