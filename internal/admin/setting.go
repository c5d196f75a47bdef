package admin

import (
	"regexp"
	"strings"
)

// settingRule is what a value of a site setting must be, and how that is said.
type settingRule struct {
	fits    func(value string) bool
	message string
}

// settingRules are those of the settings that have one. Pages and mails name the
// site by its title; an id that no service has given out would load a script for
// nothing.
var settingRules = map[string]settingRule{
	"title": {
		func(value string) bool { return strings.TrimSpace(value) != "" },
		"The site needs a title.",
	},
	"ga4MeasurementId": {
		regexp.MustCompile(`^(?:(?:G|GT)-[A-Z0-9]{1,20})?$`).MatchString,
		"Must be a measurement id, such as G-AB12CD34EF, or empty.",
	},
	"facebookPixelId": {
		regexp.MustCompile(`^[0-9]{0,20}$`).MatchString,
		"Must be a pixel id, which has digits alone, or empty.",
	},
}

// setting is a member of the body that is a site setting.
func (q *request) setting(key string) (string, error) {
	value, err := q.text(key)
	if rule, ruled := settingRules[key]; err == nil && ruled && !rule.fits(value) {
		return "", wrong(key, rule.message, "string")
	}
	return value, err
}
