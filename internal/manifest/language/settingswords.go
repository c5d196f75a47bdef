package language

import (
	_ "embed"
	"strings"
)

// settingLines say what an editor shows of each setting, a line each: its path, a
// colon, and the words. A setting without a line, and a line without a setting, are
// faults that a test finds.
//
//go:embed settings.txt
var settingLines string

// settingWords are the lines by path. They are read when they are asked for, since
// few processes do.
func settingWords() map[string]string {
	words := make(map[string]string)
	for line := range strings.Lines(settingLines) {
		path, says, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		words[path] = says
	}
	return words
}

// settingDefaults are what a setting is when it is left out, where that is one
// value.
func settingDefaults() map[string]any {
	return map[string]any{
		"site.title": "CMS", "site.brand": "Quartet",
		"database": "sqlite:.service/data/quartet.db", "media": "file:.service/media",
		"routes.collections[].slug": "slug", "routes.collections[].list": false, "routes.collections[].markdown": true,
		"routes.collections[].feed": false, "routes.collections[].fallback": "none",
		"api.openapi":  false,
		"history.keep": 100, "history.keepPublished": 400, "history.auditDays": 730, "bin.keepDays": 30,
		"backup.keep.last": 24, "backup.keep.daily": 7, "backup.keep.weekly": 4, "backup.keep.monthly": 0, "backup.media": true,
	}
}
