export { Unbuilt as Logic } from '../Unbuilt';
