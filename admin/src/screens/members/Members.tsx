export { Unbuilt as Members } from '../Unbuilt';
