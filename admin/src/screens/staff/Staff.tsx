export { Unbuilt as Staff } from '../Unbuilt';
