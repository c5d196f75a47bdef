export { Unbuilt as Console } from '../Unbuilt';
