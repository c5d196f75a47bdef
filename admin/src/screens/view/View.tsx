export { Unbuilt as View } from '../Unbuilt';
