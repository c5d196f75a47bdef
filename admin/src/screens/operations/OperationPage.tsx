import { Stack } from '@mantine/core';

import { findCollection, useBootstrap } from '../../api/session';
import type { Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { OperationForm } from './OperationForm';
import classes from './OperationPage.module.css';
import { Result } from './Result';
import { RowCard } from './RowCard';
import { RowPicker } from './RowPicker';
import { RunHistory } from './RunHistory';
import { useOperationForm } from './useOperationForm';

/** The form of an operation, its rows and what came of it: /admin/ops?run=<name>. */
export function OperationPage({ operation }: { operation: Operation }) {
  const { t, text } = useSpeech();
  const form = useOperationForm(operation);
  const { run } = form;
  // The run has moved the row: the next one needs it as it is now.
  const again = async () => {
    if (form.leadId !== undefined) await form.row.again();
    run.reset();
  };
  return (
    <Page
      title={text(operation.title, operation.name)}
      hint={text(operation.description)}
      actions={
        <LinkButton to="/ops" variant="default" leftSection={<Icon name="operation" />}>
          {t('operations.all')}
        </LinkButton>
      }
    >
      <div className={classes['columns']}>
        <div className={classes['main']}>
          {run.isSuccess ? <Result operation={operation} output={run.data} ranOn={form.ranOn} again={again} /> : <Begun operation={operation} form={form} />}
        </div>
        <Stack className={classes['rail']} gap="md">
          {!run.isSuccess && <Rows form={form} />}
          <RunHistory operation={operation} fillIn={form.fillIn} />
        </Stack>
      </div>
    </Page>
  );
}

type FormState = ReturnType<typeof useOperationForm>;

/** The choice of a row, and then the form. */
function Begun({ operation, form }: { operation: Operation; form: FormState }) {
  const { t } = useSpeech();
  const { lead } = form;
  if (!form.choosing || !lead) return <OperationForm operation={operation} form={form} />;
  return (
    <Stack gap="md">
      {form.leadRow.state === 'gone' && <Notice tone="danger" icon="alert" urgent mb={0} title={t('operations.rowGone')} />}
      <RowPicker key={lead.collection} collection={lead.collection} choose={(id) => form.choose(lead, id)} goWithout={form.goWithout} />
    </Stack>
  );
}

function Rows({ form }: { form: FormState }) {
  const { collections } = useBootstrap();
  const { lead, side } = form;
  const card = (name: string) => findCollection(collections, name);
  return (
    <>
      {side && <RowCard row={form.sideRow} subject={side} collection={card(side.collection)} />}
      {lead && !form.choosing && (
        <RowCard
          row={form.row}
          subject={lead}
          collection={card(lead.collection)}
          named={form.named}
          change={() => {
            form.goChoose();
            form.choose(lead, undefined);
          }}
        />
      )}
    </>
  );
}
