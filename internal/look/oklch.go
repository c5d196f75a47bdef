package look

import (
	"fmt"
	"math"
	"strconv"
)

// oklch is a color as people see it: how light it is (0 to 1), how strong (chroma) and
// of which hue (radians). Two colors of one lightness look equally light, which the
// channels of a screen do not promise.
type oklch struct{ l, c, h float64 }

// parse reads #rrggbb, which IsAccent has found right.
func parse(color string) oklch {
	n, _ := strconv.ParseUint(color[1:], 16, 32) // checked by whoever calls
	r, g, b := toLinear(n>>16), toLinear(n>>8&0xff), toLinear(n&0xff)
	l := math.Cbrt(.4122214708*r + .5363325363*g + .0514459929*b)
	m := math.Cbrt(.2119034982*r + .6806995451*g + .1073969566*b)
	s := math.Cbrt(.0883024619*r + .2817188376*g + .6299787005*b)
	x := 1.9779984951*l - 2.4285922050*m + .4505937099*s
	y := .0259040371*l + .7827717662*m - .8086757660*s
	return oklch{.2104542553*l + .7936177850*m - .0040720468*s, math.Hypot(x, y), math.Atan2(y, x)}
}

// text is the color as #rrggbb. Where no screen shows it that strong, it is as strong
// as can be at its lightness.
func (o oklch) text() string {
	low, high := 0., o.c
	if rgb, fits := o.linear(); fits {
		return written(rgb)
	}
	for range 20 {
		o.c = (low + high) / 2
		if _, fits := o.linear(); fits {
			low = o.c
		} else {
			high = o.c
		}
	}
	o.c = low
	rgb, _ := o.linear()
	return written(rgb)
}

// linear are the channels, and whether a screen has them.
func (o oklch) linear() (rgb [3]float64, fits bool) {
	a, b := o.c*math.Cos(o.h), o.c*math.Sin(o.h)
	cube := func(x float64) float64 { return x * x * x }
	l, m, s := cube(o.l+.3963377774*a+.2158037573*b), cube(o.l-.1055613458*a-.0638541728*b), cube(o.l-.0894841775*a-1.2914855480*b)
	rgb = [3]float64{
		4.0767416621*l - 3.3077115913*m + .2309699292*s,
		-1.2684380046*l + 2.6097574011*m - .3413193965*s,
		-.0041960863*l - .7034186147*m + 1.7076147010*s,
	}
	for _, channel := range rgb {
		if channel < -.0005 || channel > 1.0005 {
			return rgb, false
		}
	}
	return rgb, true
}

func written(rgb [3]float64) string {
	var bytes [3]int
	for i, c := range rgb {
		if c <= .0031308 {
			c *= 12.92
		} else {
			c = 1.055*math.Pow(c, 1/2.4) - .055
		}
		bytes[i] = int(math.Round(255 * min(max(c, 0), 1)))
	}
	return fmt.Sprintf("#%02x%02x%02x", bytes[0], bytes[1], bytes[2])
}

func toLinear(channel uint64) float64 {
	c := float64(channel) / 255
	if c <= .04045 {
		return c / 12.92
	}
	return math.Pow((c+.055)/1.055, 2.4)
}

// luminance is that of WCAG 2, of a color as #rrggbb.
func luminance(color string) float64 {
	n, _ := strconv.ParseUint(color[1:], 16, 32) // ours
	return .2126*toLinear(n>>16) + .7152*toLinear(n>>8&0xff) + .0722*toLinear(n&0xff)
}

// contrast is that of WCAG 2.
func contrast(one, other string) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + .05) / (min(a, b) + .05)
}

// standsOut reports whether a color has at least this contrast to each ground.
func standsOut(color string, least float64, grounds ...string) bool {
	for _, ground := range grounds {
		if contrast(color, ground) < least {
			return false
		}
	}
	return true
}
