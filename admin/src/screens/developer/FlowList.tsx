import { Paper, Stack, Text, Title } from '@mantine/core';

import type { ProcedureAtom, TriggerAtom } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { AtomLink } from './AtomLink';
import type { Flow } from './flows';
import classes from './Flow.module.css';
import { Nothing } from './Nothing';
import { Who } from './Who';

/** Each Procedure between what calls it and what it does. */
export function FlowList({ flows, narrowed }: { flows: Flow[]; narrowed: boolean }) {
  if (flows.length === 0) return <Nothing narrowed={narrowed} what="procedures" />;
  return (
    <Stack gap="sm">
      {flows.map((each) => (
        <FlowCard key={each.procedure.name} flow={each} />
      ))}
    </Stack>
  );
}

function FlowCard({ flow: { procedure, triggers, guards } }: { flow: Flow }) {
  const { t, text } = useSpeech();
  return (
    <Paper withBorder component="article" aria-label={procedure.name} className={classes['root']}>
      <div className={classes['part']}>
        <div className={classes['label']}>{t('developer.calledBy')}</div>
        <ul className={classes['list']}>
          {triggers.map((each) => (
            <li key={each.name}>
              <Entrance trigger={each} />
            </li>
          ))}
          {guards.map((each) => (
            <li key={each}>
              {t('developer.guardOf')} <AtomLink id={each} />
            </li>
          ))}
          {triggers.length + guards.length === 0 && <li className={classes['dim']}>{t('developer.uncalled')}</li>}
        </ul>
      </div>
      <div className={classes['part']}>
        <Title order={2} size="h5">
          <AtomLink id={`Procedure/${procedure.name}`} bare />
        </Title>
        <Text size="sm">{text(procedure.title, procedure.name)}</Text>
        <Text size="sm" c="dimmed">
          {text(procedure.description)}
        </Text>
        <Text size="sm" mt={6} component="div">
          <span className={classes['dim']}>{t('developer.who')}</span> <Who requires={procedure.requires} audience="anybody" />
        </Text>
      </div>
      <div className={classes['part']}>
        <div className={classes['label']}>{t('developer.does')}</div>
        <Deed handler={procedure.handler} />
      </div>
    </Paper>
  );
}

/** How a Trigger lets callers in. */
function Entrance({ trigger }: { trigger: TriggerAtom }) {
  const { t } = useSpeech();
  return (
    <>
      <div className={classes['way']}>
        {trigger.kind === 'http' && `${trigger.method} ${trigger.path}`}
        {trigger.kind === 'mcp' && `${trigger.surface === 'staff' ? '/mcp/staff' : '/mcp'} ${trigger.tool}`}
        {trigger.kind === 'lifecycle' && `${trigger.schema} ${(trigger.hooks ?? []).map(({ name }) => name).join(t('developer.comma'))}`}
      </div>
      <AtomLink id={`Trigger/${trigger.name}`} />
    </>
  );
}

/** What the handler is bound to. */
function Deed({ handler }: { handler: ProcedureAtom['handler'] }) {
  const { t } = useSpeech();
  if (handler.kind === 'ref') {
    return (
      <Text size="sm" component="div">
        {t('developer.runsFunction')} <span className={classes['way']}>{handler.ref}</span>
      </Text>
    );
  }
  return (
    <Text size="sm" component="div">
      <span className={classes['way']}>{handler.op}</span> <AtomLink id={`Schema/${handler.schema ?? ''}`} />
      {handler.match && <div className={classes['dim']}>{t('developer.matchedBy', { fields: handler.match.join(' + ') })}</div>}
    </Text>
  );
}
