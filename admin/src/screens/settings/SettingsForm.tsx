import { Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type SubmitEvent } from 'react';

import { bootstrapQuery } from '../../api/session';
import { changeSettings, settingsQuery } from '../../api/settings';
import type { SiteSettings } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { saidOf } from '../../values/said';
import { change, faulty, rebase, unusual, type Setting } from './changes';
import { SaveBar } from './SaveBar';
import { useTyped } from './useTyped';

/** The five values. What was typed lies over what is stored, which may move underneath; only that is sent. */
export function SettingsForm({ stored }: { stored: SiteSettings }) {
  const speech = useSpeech();
  const { t } = speech;
  const [typed, setTyped] = useTyped();
  const changes = rebase(typed, stored);
  const unsaved = Object.keys(changes).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const { mutate, error, isPending, reset } = useSave(() => setTyped({}), (refusal) => focusField(form.current, faulty(refusal, stored)));
  const wrong = faulty(error, stored);
  const field = (key: Setting) => ({
    name: key,
    label: t(`settings.${key}`),
    description: <Described name={key} value={changes[key] ?? stored[key]} />,
    value: changes[key] ?? stored[key],
    error: wrong === key && error && saidOf(error, speech),
    onChange: (event: { currentTarget: { value: string } }) => setTyped(change(changes, stored, key, event.currentTarget.value)),
  });
  const save = () => unsaved && mutate(changes);
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'general' }, save);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="md">
        <Title order={2} size="h3">
          {t('settings.words')}
        </Title>
        <TextInput {...field('title')} />
        <TextInput {...field('brand')} />
        <Textarea {...field('description')} autosize minRows={2} maxRows={8} />
        <Title order={2} size="h3" mt="sm">
          {t('settings.analytics')}
        </Title>
        <TextInput {...field('ga4MeasurementId')} spellCheck={false} autoComplete="off" />
        <TextInput {...field('facebookPixelId')} spellCheck={false} autoComplete="off" inputMode="numeric" />
        <Refusal error={wrong ? null : error} title={t('settings.failed')} />
        <SaveBar
          unsaved={unsaved}
          pending={isPending}
          discard={() => {
            setTyped({});
            reset();
          }}
        />
        <Text size="sm" c="dimmed">
          {t('settings.ownershipOnce')}
        </Text>
        <LeaveGuard unsaved={unsaved} left={() => setTyped({})} />
      </Stack>
    </form>
  );
}

/** What a setting is for, and what is unusual about its value: the service takes any. */
function Described({ name, value }: { name: Setting; value: string }) {
  const { t } = useSpeech();
  const advice = unusual(name, value);
  return (
    <>
      {t(`settings.${name}Hint`)}
      {advice && (
        <Text span inherit display="block" c="var(--mantine-color-text)">
          {t(`settings.${advice}Advice`)}
        </Text>
      )}
    </>
  );
}

/** Leads to what is wrong, which may be out of sight. */
function focusField(form: HTMLFormElement | null, key: Setting | undefined): void {
  const field = key && form?.elements.namedItem(key);
  if (field instanceof HTMLElement) field.focus();
}

function useSave(saved: () => void, refused: (error: Error) => void) {
  const speech = useSpeech();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeSettings,
    onError: refused,
    onSuccess: (now) => {
      queries.setQueryData(settingsQuery.queryKey, now);
      void queries.invalidateQueries({ queryKey: bootstrapQuery.queryKey });
      saved();
      notifyDone(speech, speech.t('settings.saved'));
    },
  });
}
