export const rate = 0.19
export default function withTax(net: number) { return net * (1 + rate) }
export type Net = number
let calls = 0
export const call = () => ++calls
