import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { useMe } from '../api/session';
import { choose, densities, usePreferences } from '../app/preferences';
import { languages, type Language } from '../i18n/language';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { LinkItem } from '../ui/links';
import { askSignOut } from './signOut';

const schemes: MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Who is signed in, and what they may set for themselves. */
export function UserMenu({ openHelp }: { openHelp: () => void }) {
  const { t } = useSpeech();
  const me = useMe();
  return (
    <Menu position="bottom-end" width={230} shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar size={30} radius="xl" name={me.name || me.email} color="accent" aria-hidden="true" />
          <VisuallyHidden>{t('user.menu')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate c="var(--mantine-color-text)">
            {me.name || me.email}
          </Text>
          <Text size="xs" truncate>
            {me.email} · {t(`role.${me.role}`)}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <ThemeItems />
        <LanguageItems />
        <DensityItems />
        <Menu.Divider />
        <LinkItem to="/preferences" leftSection={<Icon name="preferences" />}>
          {t('nav.preferences')}
        </LinkItem>
        <LinkItem to="/connected-apps" leftSection={<Icon name="apps" />}>
          {t('nav.apps')}
        </LinkItem>
        <Menu.Item onClick={openHelp} leftSection={<Icon name="keyboard" />}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={askSignOut}>
          {t('user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeItems() {
  const { t } = useSpeech();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Choice label={t('theme.label')} icon="preferences" value={colorScheme} set={setColorScheme} options={schemes} name={(each) => t(`theme.${each}`)} />
  );
}

function LanguageItems() {
  const { t, language } = useSpeech();
  return (
    <Choice
      label={t('language.label')}
      icon="language"
      value={language}
      set={(next) => choose({ language: next })}
      options={Object.keys(languages) as Language[]}
      name={(each) => languages[each].name}
    />
  );
}

function DensityItems() {
  const { t } = useSpeech();
  const { density } = usePreferences();
  return (
    <Choice
      label={t('density.label')}
      icon="density"
      value={density}
      set={(next) => choose({ density: next })}
      options={densities}
      name={(each) => t(`density.${each}`)}
    />
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  icon: 'preferences' | 'language' | 'density';
  value: T;
  set: (next: T) => void;
  options: readonly T[];
  name: (option: T) => string;
}

function Choice<T extends string>({ label, icon, value, set, options, name }: ChoiceProps<T>) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon name={icon} />}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={value} onChange={(next) => set(next as T)}>
          {options.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {name(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
