package page

import "strings"

// Dir is the direction of writing of the page, ltr or rtl.
func (p Page) Dir() string { return direction(p.Lang) }

// Dir is the direction of writing of an entry in a language of its own; "" where
// it is that of the page.
func (e *Entry) Dir() string {
	if e.Lang == "" {
		return ""
	}
	return direction(e.Lang)
}

// Scripts, and languages by the script that they are commonly written in.
var (
	rtlScripts   = words("adlm arab hebr mand nkoo rohg samr syrc thaa")
	rtlLanguages = words("ar arc ckb dv fa he iw ks lrc mzn nqo pnb ps sd syr ug ur yi")
)

// direction is that of a canonical locale: a script that it names decides, or
// else its language.
func direction(locale string) string {
	parts := strings.Split(strings.ToLower(locale), "-")
	rtl := rtlLanguages[parts[0]]
	if len(parts) > 1 && len(parts[1]) == len("arab") {
		rtl = rtlScripts[parts[1]]
	}
	if rtl {
		return "rtl"
	}
	return "ltr"
}

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, each := range strings.Fields(text) {
		set[each] = true
	}
	return set
}
