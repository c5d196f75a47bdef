import { Accordion, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import type { PageRoute } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { Terms } from '../../ui/Terms';
import { localeName } from '../../values/names';
import { AtomLink } from './AtomLink';
import classes from './InterfaceItem.module.css';
import type { Interface } from './interfaces';
import { roleWords } from './requires';
import { SchemaTable } from './SchemaTable';
import { Snippets } from './Snippets';
import { Try } from './Try';
import { Who } from './Who';

/** A way in: one line until it is opened. One that the address has open comes into view. */
export function InterfaceItem({ item, opened }: { item: Interface; opened: boolean }) {
  const { t, text } = useSpeech();
  const place = useRef<HTMLDivElement>(null);
  const [sought] = useState(opened);
  useEffect(() => {
    if (sought) place.current?.scrollIntoView({ block: 'nearest' });
  }, [sought]);
  return (
    <Accordion.Item ref={place} value={item.key} className={classes['item']}>
      <Accordion.Control>
        <span className={classes['line']}>
          <span className={classes['method']} data-method={item.method}>
            {item.method}
          </span>
          <span className={classes['name']}>{item.name}</span>
          <span className={classes['title']}>{item.page ? t(`developer.page.${item.page.kind}`) : text(item.title)}</span>
        </span>
      </Accordion.Control>
      <Accordion.Panel>{opened && <Detail item={item} />}</Accordion.Panel>
    </Accordion.Item>
  );
}

function Detail({ item }: { item: Interface }) {
  const speech = useSpeech();
  const { t, text } = speech;
  return (
    <Stack gap="md">
      {text(item.description) && <Text size="sm">{text(item.description)}</Text>}
      <Terms
        terms={[
          [t(item.page ? 'developer.shows' : 'developer.runs'), item.runs ? <AtomLink id={item.runs} /> : null],
          [t('developer.declaredBy'), item.declaredBy ? <AtomLink id={item.declaredBy} /> : null],
          ...(item.page ? termsOf(item.page, speech) : []),
          [t('developer.who'), item.role ? roleWords(item.role, speech) : <Who requires={item.requires} audience={item.audience} />],
        ]}
      />
      {item.input && (
        <Part title={t(item.method === 'GET' ? 'developer.params' : 'developer.input')}>
          <SchemaTable schema={item.input} label={t('developer.propertiesOf', { name: item.name })} />
        </Part>
      )}
      {item.output && (
        <Part title={t('developer.output')}>
          <SchemaTable schema={item.output} label={t('developer.outputOf', { name: item.name })} />
        </Part>
      )}
      {item.page ? (
        <Snippets item={item} values={{}} />
      ) : (
        <Part title={t('developer.try')}>
          <Try item={item} />
        </Part>
      )}
    </Stack>
  );
}

/** Where a page comes from, and who keeps copies of it. */
function termsOf({ template, theme, locales, cache }: PageRoute, { t, language }: Speech): readonly (readonly [string, ReactNode])[] {
  return [
    [t('developer.template'), template && <Code>{theme ? template : `templates/${template}`}</Code>],
    [t('developer.templateFrom'), template && t(theme ? 'developer.fromTheme' : 'developer.fromSite')],
    [t('developer.locales'), locales.map((each) => localeName(each, language)).join(t('developer.comma'))],
    [t('developer.cache'), <Code>{cache}</Code>],
  ];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}
