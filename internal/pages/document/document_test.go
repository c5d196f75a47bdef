package document_test

// hostile are texts that mean something to a format.
var hostile = []string{
	"", "plain", "Tea & milk", "&amp; &#91; &lt", "a](https://evil.example) [b", "]", "[", "\\", "\\]", "`code`", "*a* _b_",
	"\n## Continue\n\n- [x](y)", "# a #", "##", "- item", "1. one", "> quote", "a\r\nb", "a\u2028b\u2029c", "\x00\x01\x1f", "\x7f\u0085",
	"<script>alert(1)</script>", "</script><script>", "]]>", "<![CDATA[", "<!--", "--> <!-- -->", `"'`, "\ufffe\uffff", "\xff\xfe\xed\xa0\x80",
	"茶 — 白茶", "🍵", "\U0010ffff", "&", "a|b", "~~~", "===", "javascript:alert(1)", "\t \n", "{{.}}", "(a)(b)",
}
