import '@mantine/tiptap/styles.css';

import { Box, Button, Group } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { useBootstrap } from '../../api/session';
import { styleNonce } from '../../app/nonce';
import { useSpeech } from '../../i18n/text';
import { pickAsset } from '../../media/questions';
import { pictureOf, shownQuery } from '../../media/shown';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/Notice';
import { isSafeAddress, strangeElements, withoutTables } from '../editor/html';
import { passedOn } from '../editor/places';
import { changeRichPlaces, describeRich, fillRichPlace, picture, richNode, takesRichFiles, withoutStrangePictures, writtenHtml } from '../editor/richPictures';
import { FieldUploadList } from '../media/FieldUploadList';
import { useTextFiles } from '../media/useTextFiles';
import { Code } from './Code';
import { asText, type WidgetProps } from './props';
import classes from './RichText.module.css';
import { richTextLabels } from './richTextLabels';

const plain = [
  StarterKit.configure({ link: false }),
  Link.configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: (address) => isSafeAddress(address) }),
];

/** A text in HTML, edited as it looks; as it is written where it has more than the editor can show. */
export function RichText(props: WidgetProps) {
  const { t } = useSpeech();
  const text = asText(props.value);
  const strange = useMemo(() => strangeElements(text), [text]);
  const [source, setSource] = useState(strange.length > 0);
  return (
    <>
      {source ? <Code {...props} /> : <Visual {...props} />}
      {strange.length > 0 && (
        <Box mt={6}>
          <Notice tone="warning" mb={0}>
            {t('forms.richtext.strange', { elements: strange.map((name) => `<${name}>`).join(', ') })}
          </Notice>
        </Box>
      )}
      <Group justify="flex-end" mt={4}>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setSource(!source)}>
          {t(source ? 'forms.richtext.visual' : 'forms.richtext.source')}
        </Button>
      </Group>
    </>
  );
}

function Visual(props: WidgetProps) {
  const { id, label, value, change, blur, readOnly, required, invalid, describedBy } = props;
  const speech = useSpeech();
  const { media } = useBootstrap().site.capabilities;
  const text = asText(value);
  const queries = useQueryClient();
  const [pass] = useState(passedOn);
  const [extensions] = useState(() => {
    const load = async (each: string) => pictureOf((await queries.query(shownQuery(each))) ?? undefined);
    return media ? [...plain, picture(load), takesRichFiles(pass.take)] : [...plain, picture(() => Promise.resolve(undefined))];
  });
  const attributes = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(readOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
  };
  const editor = useEditor({
    extensions,
    content: text,
    editable: !readOnly,
    editorProps: { attributes, transformPastedHTML: (html) => withoutStrangePictures(withoutTables(html)) },
    injectNonce: styleNonce(),
    shouldRerenderOnTransaction: true,
    // As in CodeEditor: the key that saves the form may be the next event.
    onUpdate: ({ editor: own }) => flushSync(() => change(own.isEmpty ? undefined : writtenHtml(own.state.doc))),
    onBlur: blur,
  });
  useEffect(() => {
    // An editor that was thrown away, as strict mode does once, has no schema any more.
    if (editor.isDestroyed) return;
    const shown = editor.isEmpty ? '' : writtenHtml(editor.state.doc);
    if (shown !== text && !editor.isFocused) editor.commands.setContent(text, { emitUpdate: false });
  }, [editor, text]);
  const { open, take, fileOf, library } = useTextFiles(props.path, {
    change: (next) => media && !editor.isDestroyed && changeRichPlaces(editor.view, next),
    fill: (upload, file) => !editor.isDestroyed && fillRichPlace(editor.view, upload, richNode(editor.state, file)),
    describe: (each, alt) => !editor.isDestroyed && describeRich(editor.view, each, alt),
  });
  useLayoutEffect(() => {
    pass.to(readOnly ? undefined : (files, at) => void take(files, at));
  });
  const insert = async () => {
    const asset = await pickAsset({ type: 'image' });
    const node = asset && richNode(editor.state, fileOf(asset));
    if (!node) return;
    editor.view.dispatch(editor.state.tr.replaceSelectionWith(node, false).scrollIntoView());
    editor.view.focus();
  };
  return (
    <>
    <RichTextEditor className={classes['root'] ?? ''} editor={editor} labels={richTextLabels(speech)} withTypographyStyles>
      {!readOnly && (
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
            <RichTextEditor.Hr />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            {media && library && (
              <RichTextEditor.Control onClick={() => void insert()} aria-label={speech.t('forms.media.insert')} title={speech.t('forms.media.insert')}>
                <Icon name="media" />
              </RichTextEditor.Control>
            )}
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
      )}
      <RichTextEditor.Content />
    </RichTextEditor>
    <FieldUploadList uploads={open} label={speech.t('forms.media.inText', { field: label })} />
    </>
  );
}
