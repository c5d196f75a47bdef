import { Fieldset, SegmentedControl, Stack, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { choose, densities, usePreferences, type Density } from '../../app/preferences';
import { languages, type Language } from '../../i18n/language';
import { useSpeech } from '../../i18n/text';

/** Language, theme and density of the application, for one person in one browser. */
export function Looks() {
  const { t, language } = useSpeech();
  const { density } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="md">
      <Choice<Language>
        label={t('language.label')}
        hint={t('preferences.languageHint')}
        value={language}
        set={(next) => choose({ language: next })}
        options={Object.entries(languages).map(([value, { name }]) => ({ value: value as Language, label: name }))}
      />
      <Choice<MantineColorScheme>
        label={t('theme.label')}
        hint={t('preferences.themeHint')}
        value={colorScheme}
        set={setColorScheme}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
      />
      <Choice<Density>
        label={t('density.label')}
        hint={t('preferences.densityHint')}
        value={density}
        set={(next) => choose({ density: next })}
        options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
      />
    </Stack>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  hint: string;
  value: T;
  set: (next: T) => void;
  options: { value: T; label: string }[];
}

function Choice<T extends string>({ label, hint, value, set, options }: ChoiceProps<T>) {
  return (
    <Fieldset legend={label} variant="unstyled" mx={0}>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      <SegmentedControl aria-label={label} value={value} onChange={set} data={options} />
    </Fieldset>
  );
}
