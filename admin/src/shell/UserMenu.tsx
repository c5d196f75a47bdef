import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { identity } from '../api/identity';
import { useMe } from '../api/session';
import { choose, densities, usePreferences } from '../app/preferences';
import { languages, type Language } from '../i18n/language';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { notifyFailure } from '../ui/notify';

const schemes: MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Who is signed in, and what they may set for themselves. */
export function UserMenu({ openHelp }: { openHelp: () => void }) {
  const { t } = useSpeech();
  const me = useMe();
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={t('user.menu')}>
          <Avatar size={30} radius="xl" name={me.name || me.email} color="leaf" aria-hidden="true" />
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
        <Menu.Item component={Link} to="/preferences" leftSection={<Icon name="preferences" />}>
          {t('nav.preferences')}
        </Menu.Item>
        <Menu.Item component={Link} to="/connected-apps" leftSection={<Icon name="apps" />}>
          {t('nav.apps')}
        </Menu.Item>
        <Menu.Item onClick={openHelp} leftSection={<Icon name="keyboard" />}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <SignOut />
      </Menu.Dropdown>
    </Menu>
  );
}

function SignOut() {
  const { t } = useSpeech();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await identity.signOut();
      await navigate({ to: '/sign-in' });
      queries.clear();
    } catch (error) {
      notifyFailure(error, t('trouble.title'));
    }
  };
  return (
    <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => void leave()}>
      {t('user.signOut')}
    </Menu.Item>
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
        {options.map((each) => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={each === value}
            rightSection={each === value && <Icon name="check" />}
            onClick={() => set(each)}
          >
            {name(each)}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
