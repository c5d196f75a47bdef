package applications

import (
	"time"

	"github.com/quartet-dev/quartet"

	"github.com/quartet-dev/quartet/examples/intake/service"
)

// adult is the age from which nobody need be called.
const adult = 14 // years

// rule is one rule across fields: when broken holds, the field at pointer is
// to blame.
type rule struct {
	pointer string
	message string
	broken  bool
}

// check answers with the first rule that is broken. Every field is valid by itself:
// the Procedure's input has seen to that. Dates are compared as text: both are
// YYYY-MM-DD.
func (s Studio) check(a service.ProcInputSubmitApplication) error {
	alternative, hasAlternative := a.AlternativeDate.Get()
	_, hasContact := a.EmergencyContact.Get()
	beginner := a.Experience == service.ProcInputSubmitApplicationExperienceNone
	for _, r := range []rule{
		{"/preferredDate", "The date must be after today.", a.PreferredDate <= s.Today().UTC().Format(time.DateOnly)},
		{"/alternativeDate", "The alternative must be after the preferred date.", hasAlternative && alternative <= a.PreferredDate},
		{"/phone", "To be reached by phone, give a number.", a.ReachBy == service.ProcInputSubmitApplicationReachByPhone && a.Phone == nil},
		{"/seats", "There must be one seat for each participant.", a.Seats != int64(len(a.Participants))},
		{"/emergencyContact", "With participants under 14, give somebody to call.", youngest(a.Participants) < adult && !hasContact},
		{"/experience", "The kiln is for people who have fired before.", beginner && a.Workshop == service.ProcInputSubmitApplicationWorkshopKilnFiring},
		{"/yearsOfPractice", "Years of practice do not go with no experience.", beginner && a.YearsOfPractice != nil && *a.YearsOfPractice > 0},
	} {
		if r.broken {
			return quartet.FailAt("INPUT_VALIDATION_FAILED", r.pointer, r.message)
		}
	}
	return nil
}

func youngest(participants []service.ProcInputSubmitApplicationPerson) int64 {
	youngest := int64(adult)
	for _, p := range participants {
		youngest = min(youngest, p.Age)
	}
	return youngest
}
