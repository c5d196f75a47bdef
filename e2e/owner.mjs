// Signs the first owner in and prints the cookies, for what drives a browser of its own.
import { owner } from './staff.mjs'

console.log(JSON.stringify((await owner()).cookies()))
