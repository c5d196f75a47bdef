package applications

import (
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet"
)

// application is the part of the input that the rules look at. Every field is
// valid by itself: the Procedure's input has seen to that.
type application struct {
	Phone            string
	ReachBy          string
	Workshop         string
	PreferredDate    string
	AlternativeDate  string
	Experience       string
	YearsOfPractice  float64
	Participants     []struct{ Age int }
	Seats            int
	EmergencyContact *struct{}
}

func read(input map[string]any) (application, error) {
	var a application
	text, err := json.Marshal(input)
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(text, &a)
}

// adult is the age from which nobody need be called.
const adult = 14 // years

// rule is one rule across fields: when broken holds, the field at pointer is
// to blame.
type rule struct {
	pointer string
	message string
	broken  bool
}

// check answers with the first rule that is broken. Dates are compared as text:
// both are YYYY-MM-DD.
func (s Studio) check(a application) error {
	for _, r := range []rule{
		{"/preferredDate", "The date must be after today.", a.PreferredDate <= s.Today().UTC().Format(time.DateOnly)},
		{"/alternativeDate", "The alternative must be after the preferred date.", a.AlternativeDate != "" && a.AlternativeDate <= a.PreferredDate},
		{"/phone", "To be reached by phone, give a number.", a.ReachBy == "phone" && a.Phone == ""},
		{"/seats", "There must be one seat for each participant.", a.Seats != len(a.Participants)},
		{"/emergencyContact", "With participants under 14, give somebody to call.", a.youngest() < adult && a.EmergencyContact == nil},
		{"/experience", "The kiln is for people who have fired before.", a.Experience == "none" && a.Workshop == "kiln-firing"},
		{"/yearsOfPractice", "Years of practice do not go with no experience.", a.Experience == "none" && a.YearsOfPractice > 0},
	} {
		if r.broken {
			return quartet.FailAt("INPUT_VALIDATION_FAILED", r.pointer, r.message)
		}
	}
	return nil
}

func (a application) youngest() int {
	youngest := adult
	for _, p := range a.Participants {
		youngest = min(youngest, p.Age)
	}
	return youngest
}
