export { Unbuilt as Operations } from '../Unbuilt';
