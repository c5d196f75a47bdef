/** Documents of every kind, beside CommonMark's own. */
export const kinds: readonly string[] = [
  '', '\n', '\n\nText\n\n\n', 'No newline at the end', 'Trailing spaces   \n\nNext\t\n', '# A\nDirectly below\n## B\n- list\n',
  '# Title\n\nWords with **bold**, *italic*, ~~gone~~, `code` and [a link](https://example.com "Title").\n',
  'Setext\n======\n\nSecond\n------\n\ntext', '* a\n* b\n\n  more\n* c\n', '+ a\n+ b\n\n\n- c\n- d\n', '1) one\n2) two\n', '7. seven\n8. eight\n   - in\n     - deeper\n',
  '- [ ] open\n- [x] done\n- [X] done too\n', '> [!NOTE]\n> set *apart*\n', '> [!tip]\n>\n> - one\n> - two\n\n> [!WARNING]\n', '> [!NOTE]  \n> with a break\n', '> \\[!NOTE\\]\n> escaped\n', '> &#91;!NOTE]\n> as a number\n', '> [x]: /y\n> [!NOTE]\n> z [x]\n', '> [!NOTE] **bold**\n', '> [!NOTE] and words\n\n> [!OTHER]\n> no kind\n', '> [!CAUTION]\n> leads somewhere\n\n[!caution]: /a\n', '> quoted\n> > twice\n\n> again\nlazy\n', '```go\nfunc main() {}\n```\n', '~~~\ntildes\n~~~', '```\nunclosed\n\n', '    indented\n\n    more\n',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| x \\| y | `z` |\n', 'a | b\n--|--\n1 | 2\n\nafter', '***\n\n---\n___\n', '![alt](media:0190-abc "A caption")\n', 'Text ![in](media:a) line\n',
  '<div class="x">\n\n*in* html\n\n</div>\n', '<!-- a comment -->\n\ntext\n', 'inline <kbd>Ctrl</kbd> html<br>and break\n', 'hard\\\nbreak  \nand spaces\n',
  '[ref]\n\n[ref]: https://example.com "t"\n', '[ref]: /a\ntext right below\n', 'A note[^1] and another[^long].\n\n[^1]: The note.\n\n    Its second paragraph.\n\n[^long]: Long.\nAfter.\n',
  '第一段，有**粗體**。\n\n　　全形空白開頭。\n\n- 清單\n- 項目\n', '中文\n換行\n', 'https://example.com/a_b_c and <https://example.com>\n', 'mail <a@example.com> &amp; &copy; &#35;\n',
  'snake_case and _em_ and __strong__ and a*b*c\n', '1986\\. A great year\n\n\\# no heading\n', '---\ntitle: front matter\n---\n\nText\n', 'Term\n: definition\n', '$$\nx^2\n$$\n', '- a\n\n      code in item\n- b\n',
  '- # heading in item\n- > quote in item\n-\n- - nested at once\n', 'a\r\rb', '\ufeff# BOM\n', 'tab\tin\ttext\n', '* * *\n- - -\n', '[![picture](media:a)](https://example.com)\n', '**bold *and italic* text** ***both***\n', '`` code with ` tick ``\n', 'line one\nline two\nline three\n', '\\*not em\\* \\[not link\\]\n',
];
