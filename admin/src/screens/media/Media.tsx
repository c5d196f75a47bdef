export { Unbuilt as Media } from '../Unbuilt';
